// By circom2 0.2.23 at -O0, -O1 and -O2, with the inputs 3, 4 and 5.
// `b` occurs in no constraint and `c` in a linear one alone, so -O1 leaves `b` without a wire and -O2 both.
pragma circom 2.1.5;
template Unused() {
    signal input a;
    signal input b;
    signal input c;
    signal output d;
    signal e;
    e <== c + 1;
    d <== a * a;
}
component main {public [a]} = Unused();
