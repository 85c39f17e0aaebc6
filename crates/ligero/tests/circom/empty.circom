// By circom2 0.2.23 at -O0, -O1 and -O2, with the inputs 3 and 4: no constraint at all.
pragma circom 2.1.5;
template Empty() {
    signal input a;
    signal input b;
}
component main = Empty();
