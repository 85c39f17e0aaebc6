// Composes, compiles and checks the Yul contracts.
//
//   node build.mjs                write artifacts/<Name>.json
//   node build.mjs --check        fail where the committed artifacts do not reproduce
//   node build.mjs --hex DIR      also write DIR/<Name>.hex, the runtime bytecode alone
//   node build.mjs NAME...        only the objects of these names
//
// A file that holds `object "Name"` is a contract, its code the runtime code; any other .yul file holds functions to be
// included. A line `//! include PATH`, PATH relative to the including file, is replaced by the text of that file.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";
import { permutation, permutationFile } from "./keccak/generate.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const artifacts = join(root, "artifacts");

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

function compose(file, above = []) {
  if (above.includes(file)) throw new Error(`${file} includes itself`);
  return readFileSync(file, "utf8").replace(/^[ \t]*\/\/! include (\S+)[ \t]*$/gm, (_, path) =>
    compose(resolve(dirname(file), path), [...above, file]).trimEnd());
}

function contracts() {
  const found = [];
  for (const folder of readdirSync(root, { withFileTypes: true })) {
    if (!folder.isDirectory() || ["node_modules", "artifacts"].includes(folder.name)) continue;
    for (const name of readdirSync(join(root, folder.name)).filter((name) => name.endsWith(".yul")).sort()) {
      const file = join(root, folder.name, name);
      const object = /^object "(\w+)"/m.exec(readFileSync(file, "utf8"));
      if (object) found.push({ name: object[1], file });
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

function compile({ name, file }) {
  const source = wrap(name, compose(file));
  const path = relative(root, file);
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
    runtimeBytes: runtime.length / 2,
    runtime: `0x${runtime}`,
  };
}

function main(args) {
  const check = args.includes("--check");
  const hexAt = args.indexOf("--hex");
  const hex = hexAt < 0 ? null : args[hexAt + 1];
  const names = args.filter((arg, i) => !arg.startsWith("--") && (hexAt < 0 || i !== hexAt + 1));
  let failures = 0;
  if (check && readFileSync(permutationFile, "utf8") !== permutation()) {
    console.error("permutation.yul differs from its generator");
    failures += 1;
  }
  for (const contract of contracts()) {
    if (names.length && !names.includes(contract.name)) continue;
    let artifact;
    try {
      artifact = compile(contract);
    } catch (error) {
      console.error(`${contract.name}: ${error.message}`);
      failures += 1;
      continue;
    }
    const target = join(artifacts, `${contract.name}.json`);
    const text = `${JSON.stringify(artifact, null, 2)}\n`;
    if (hex) {
      mkdirSync(hex, { recursive: true });
      writeFileSync(join(hex, `${contract.name}.hex`), artifact.runtime.slice(2));
    }
    if (check) {
      let committed = "";
      try {
        committed = readFileSync(target, "utf8");
      } catch {}
      if (committed !== text) {
        console.error(`${contract.name}: artifact differs from its source`);
        failures += 1;
      }
    } else {
      mkdirSync(artifacts, { recursive: true });
      writeFileSync(target, text);
    }
    console.log(`${contract.name}: ${artifact.runtimeBytes} bytes`);
  }
  process.exitCode = failures ? 1 : 0;
}

main(process.argv.slice(2));
