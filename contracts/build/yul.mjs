// Composes and compiles the Yul contracts.
//
// A file that holds `object "Name"` is a contract, its code the runtime code; any other .yul file holds functions to be
// included. A line `//! include PATH`, PATH relative to the including file, is replaced by the text of that file. Calls name
// the operation that they are of, and the build puts in its address.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import solc from "solc";

// The compiler's default sequence, preceded by three rounds of specialisation to literal arguments (F, T) and the merging
// of equal functions (v): an address given as a literal then reaches every memory access of the functions below it,
// before inlining decides on copies.
const steps = "dhfoDgFTFTFTv"
  + "vulfnTUtnIf[xa[r]EscLMVcul[j]Trpeul]xa[r]cLgvifCTUca[r]LSsTFOtfDnca[r]IulcscCTUtgvifM[scCTUt]"
  + ":jmul[jul]VcTOculjmul";

const settings = {
  evmVersion: "cancun",
  optimizer: {
    enabled: true,
    runs: 4294967295,
    details: { yul: true, yulDetails: { stackAllocation: true, optimizerSteps: steps } },
  },
};

// The operations, whose addresses follow one another from a base on; after the fourth, those of the experimental contracts.
const operations = ["NTT_FW", "NTT_INV", "NTT_VECMULMOD", "NTT_VECADDMOD", "SUB", "MULACC", "NORM", "SHAKE256"];

const call = new RegExp(`(staticcall\\(.*?, )(${operations.join("|")})(?=, )`, "g");

// Puts in the addresses.
function place(source, base) {
  return source.replace(call, (_, before, name) => `${before}0x${(base + operations.indexOf(name)).toString(16)}`);
}

function compose(file, above = []) {
  if (above.includes(file)) throw new Error(`${file} includes itself`);
  return readFileSync(file, "utf8").replace(/^[ \t]*\/\/! include (\S+)[ \t]*$/gm, (_, path) =>
    compose(resolve(dirname(file), path), [...above, file]).trimEnd());
}

export function contracts(root) {
  const found = [];
  for (const folder of readdirSync(root, { withFileTypes: true })) {
    if (!folder.isDirectory() || ["node_modules", "artifacts"].includes(folder.name)) continue;
    for (const name of readdirSync(join(root, folder.name)).filter((name) => name.endsWith(".yul")).sort()) {
      const file = join(root, folder.name, name);
      const object = /^object "(\w+)"/m.exec(readFileSync(file, "utf8"));
      if (object) found.push({ name: object[1], path: relative(root, file), file });
    }
  }
  return found;
}

// The constructor only returns the runtime code. The compiler knows an object whose name ends in _deployed as runtime
// code and then writes constants for cheap execution instead of cheap deployment.
function wrap(name, source) {
  const deployed = `"${name}_deployed"`;
  return source.replace(`object "${name}"`, `object "${name}" {
  code {
    datacopy(0, dataoffset(${deployed}), datasize(${deployed}))
    return(0, datasize(${deployed}))
  }
  object ${deployed}`).concat("}\n");
}

export function compile({ name, path, file }, base) {
  const source = place(wrap(name, compose(file)), base);
  const output = JSON.parse(solc.compile(JSON.stringify({
    language: "Yul",
    sources: { [path]: { content: source } },
    settings: { ...settings, outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } } },
  })));
  const errors = (output.errors ?? []).filter((error) => error.severity === "error");
  if (errors.length) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  const runtime = output.contracts[path][name].evm.deployedBytecode.object;
  return {
    name,
    source: path,
    sourceSha256: createHash("sha256").update(source).digest("hex"),
    compiler: solc.version(),
    settings,
    base: `0x${base.toString(16)}`,
    runtimeBytes: runtime.length / 2,
    runtime: `0x${runtime}`,
  };
}
