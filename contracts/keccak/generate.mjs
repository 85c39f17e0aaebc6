// Writes permutation.yul: Keccak-f[1600] and the exchange of one block, unrolled. The layout, the multipliers and the
// signs are derived in docs/notes/keccak-evm.md; names here are those of FIPS 202 (lane (x, y), theta, rho, pi, chi).
//
//   node keccak/generate.mjs      rewrite permutation.yul; `node build.mjs --check` compares it
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Rounds written out in one iteration of the loop, a divisor of 24. Eight instead of four save 87 gas of 24,000 and
// cost 4 kB.
const unrolled = 4;

// Memory of the functions, as offsets from st. The 25 lanes of the state share the place of the rows: the permutation
// holds the whole state on the stack between two rounds.
const pitch = 72; // one row before chi: lanes 1 2 3 4 0, then a copy of the first four
const parities = 5 * pitch; // the parities of columns 1 2 3 4, complemented, then of columns 0 1 2 3, complemented
const constants = parities + 64; // 24 words, each with a round constant in its highest lane
const end = constants + 24 * 32;

const lane = (1n << 64n) - 1n;
const odd = (lane << 128n) | lane; // lanes 1 and 3 of the four lanes of a word
const double = (1n << 64n) | 1n;
const four = (value) => value * ((1n << 128n) | 1n) * double;
const hex = (value) => `0x${value.toString(16)}`;
const at = (offset, base = "st") => (offset ? `add(${base}, ${offset})` : base);
const indent = (lines) => lines.map((line) => `  ${line}`);

// rho: the walk of FIPS 202 over the lanes, as offsets[x][y]
function offsets() {
  const table = Array.from({ length: 5 }, () => Array(5).fill(0));
  for (let t = 0, x = 1, y = 0; t < 24; t += 1, [x, y] = [y, (2 * x + 3 * y) % 5]) {
    table[x][y] = ((t + 1) * (t + 2) / 2) % 64;
  }
  return table;
}

// iota: the register of FIPS 202. The halves of every lane are exchanged, hence 31 instead of -1.
function roundConstants() {
  let register = 1;
  const step = () => {
    const bit = register & 1;
    register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    return bit;
  };
  return Array.from({ length: 24 }, () => {
    let value = 0n;
    for (let j = 0; j < 7; j += 1) if (step()) value |= 1n << (((1n << BigInt(j)) + 31n) % 64n);
    return value;
  });
}

const rho = offsets();

// pi sends lane (x, y) to column y of row 2x+3y; a row begins with its lane 1.
const target = (x, y) => at(pitch * ((2 * x + 3 * y) % 5) + 8 * ((y + 4) % 5));

// Both odd lanes of a word by one product: the higher comes out turned at the top of the word, the lower twice in
// sequence, so that one shift brings a turned copy to the top.
function storePair(name, high, low, y) {
  const [a, b] = [rho[high][y], rho[low][y]];
  return [
    `${name} := mul(${name}, ${hex(double << BigInt(a))})`,
    `mstore(${target(high, y)}, ${name})`,
    `mstore(${target(low, y)}, shl(${128 - a + b}, ${name}))`,
  ];
}

function storeTop(name, y) {
  const turn = BigInt(rho[0][y]);
  return turn ? `mstore(${target(0, y)}, mul(shr(192, ${name}), ${hex(double << (128n + turn))}))`
    : `mstore(${target(0, y)}, ${name})`;
}

// The order of arguments here and in rhoPi is the order that the compiler's stack layout needs fewest swaps for.
function theta() {
  const sum = (name) => [1, 2, 3, 4].reduce((all, y) => `xor(${all}, ${name}${y})`, `${name}0`);
  const once = `or(shl(1, and(cp, ${hex(four(lane >> 1n))})), and(shr(63, cp), ${hex(four(1n))}))`;
  return [
    `let cp := ${sum("p")}`,
    `let cq := ${sum("q")}`,
    `mstore(${at(parities)}, not(cp))`,
    `mstore(${at(parities + 32)}, cq)`,
    `let dp := xor(shr(63, mul(and(mload(${at(parities + 8)}), ${hex(odd)}), ${hex(double)})), cq)`,
    `let dq := xor(${once}, mload(${at(parities + 24)}))`,
  ];
}

function rhoPi(y) {
  return [
    `q${y} := xor(dq, q${y})`,
    "{",
    ...indent([`let t := and(q${y}, ${hex(odd)})`, ...storePair("t", 1, 3, y)]),
    "}",
    storeTop(`q${y}`, y),
    `p${y} := and(xor(dp, p${y}), ${hex(odd)})`,
    ...storePair(`p${y}`, 2, 4, y),
  ];
}

function chi(y, round) {
  const row = pitch * y;
  const q = `xor(mload(${at(row + 32)}), or(u, v))`;
  return [
    "{",
    ...indent([
      `let u := mload(${at(row)})`,
      `mstore(${at(row + 40)}, u)`,
      `let v := not(mload(${at(row + 8)}))`,
      `p${y} := xor(u, and(v, mload(${at(row + 16)})))`,
      `q${y} := ${y ? q : `xor(mload(${at(32 * round, "rc")}), ${q})`}`,
    ]),
    "}",
  ];
}

// Sources go by columns of the target, lane 0 last; chi then leaves the words in the order in which rho takes them.
const sources = [1, 2, 3, 4, 0];
const results = [0, 1, 4, 3, 2];

function round(index) {
  return ["{", ...indent([
    ...theta(),
    ...sources.flatMap(rhoPi),
    ...results.flatMap((y) => chi(y, index)),
  ]), "}"];
}

// Each store sets its lane and clears the 24 bytes before it; the constants are then short in the code.
function storeConstants() {
  return [
    ...roundConstants().map((value, i) => `mstore(${at(constants + 32 * i - 24)}, ${hex(value)})`),
    `mstore(${at(end - 24)}, 0)`,
  ];
}

function permute() {
  return [
    `let rc := ${at(constants)}`,
    ...results.flatMap((y) => [`let p${y} := mload(${at(40 * y + 8)})`, `let q${y} := not(mload(${at(40 * y)}))`]),
    "for {} 1 {} {",
    ...indent([
      ...Array.from({ length: unrolled }, (_, i) => round(i)).flat(),
      `rc := add(rc, ${32 * unrolled})`,
      `if eq(rc, ${at(end)}) { break }`,
    ]),
    "}",
    ...[0, 1, 2, 3, 4].flatMap((y) => [`mstore(${at(40 * y)}, not(q${y}))`, `mstore(${at(40 * y + 8)}, p${y})`]),
  ];
}

// Reverses the bytes of every group of four: neighbours first, then pairs.
function reverse(name) {
  return [
    `${name} := xor(${name}, mul(and(xor(${name}, shr(8, ${name})), ${hex(BigInt(`0x${"00ff".repeat(16)}`))}), 0x101))`,
    `${name} := xor(${name}, mul(and(xor(${name}, shr(16, ${name})), ${hex(BigInt(`0x${"0000ffff".repeat(8)}`))}), 0x10001))`,
  ];
}

const rate = [0, 32, 64, 96, 128];

function absorb() {
  return rate.flatMap((i) => [
    "{",
    ...indent([
      `let w := ${i < 128 ? `mload(${at(i, "src")})` : `shl(192, shr(192, mload(${at(i, "src")})))`}`,
      ...reverse("w"),
      `mstore(${at(i)}, xor(w, mload(${at(i)})))`,
    ]),
    "}",
  ]);
}

function squeeze() {
  return rate.flatMap((i) => [
    "{",
    ...indent([`let w := mload(${at(i)})`, ...reverse("w"), `mstore(${at(i, "dst")}, w)`]),
    "}",
  ]);
}

export function permutation() {
  const procedure = (head, body) => [`function ${head} {`, ...indent(body), "}", ""];
  return [
    "// Written by generate.mjs.",
    "",
    ...procedure("keccak_permute(st)", permute()),
    ...procedure("keccak_constants(st)", storeConstants()),
    ...procedure("keccak_absorb_block(st, src)", absorb()),
    ...procedure("keccak_squeeze_block(st, dst)", squeeze()),
  ].join("\n");
}

const here = fileURLToPath(import.meta.url);
export const permutationFile = join(dirname(here), "permutation.yul");
if (process.argv[1] === here) writeFileSync(permutationFile, permutation());
