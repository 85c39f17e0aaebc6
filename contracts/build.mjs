// Compiles and checks the contracts.
//
//   node build.mjs                         write artifacts/<Name>.json, and artifacts/test/<Name>.json
//   node build.mjs --check                 fail where they do not reproduce, or the package lacks a file
//   node build.mjs --hex DIR               also write DIR/<Name>.hex, the runtime bytecode of verifiers alone
//   node build.mjs --base N --out DIR      verifiers for a chain that has the precompiles at N and behind it
//   node build.mjs NAME...                 only the contracts of these names
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { permutation, permutationFile } from "./keccak/generate.mjs";
import * as solidity from "./build/solidity.mjs";
import * as yul from "./build/yul.mjs";
import { missing } from "./build/package.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const artifacts = join(root, "artifacts");
const defaultBase = 0x12;

let failures = 0;

function fail(message) {
  console.error(message);
  failures += 1;
}

// Writes the text of an artifact, or compares it with what there is.
function settle(target, text, name, check) {
  if (!check) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return;
  }
  let committed = "";
  try {
    committed = readFileSync(target, "utf8");
  } catch {}
  if (committed !== text) fail(`${name}: artifact differs from its source`);
}

// Every contract with the function that compiles it, and the folder of its artifact.
function jobs(base, out) {
  const verifiers = yul.contracts(root).map((contract) => ({ ...contract, folder: out, run: () => yul.compile(contract, base) }));
  if (base !== defaultBase) return verifiers;
  return verifiers.concat(solidity.contracts(root).map((contract) => ({
    ...contract,
    folder: contract.path.includes("/test/") ? join(out, "test") : out,
    run: () => solidity.compile(root, contract),
  })));
}

function build(job, { check, hex }) {
  const artifact = job.run();
  settle(join(job.folder, `${job.name}.json`), `${JSON.stringify(artifact, null, 2)}\n`, job.name, check);
  if (hex && artifact.runtime) {
    mkdirSync(hex, { recursive: true });
    writeFileSync(join(hex, `${job.name}.hex`), artifact.runtime.slice(2));
  }
  console.log(`${job.name}: ${artifact.runtimeBytes} bytes`);
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, hex: { type: "string" }, base: { type: "string" }, out: { type: "string" } },
  });
  const base = Number(values.base ?? defaultBase);
  if (!Number.isSafeInteger(base) || base < 1) throw new Error(`--base ${values.base} is no address`);
  const out = values.out ? resolve(values.out) : artifacts;
  if (base !== defaultBase && out === artifacts) throw new Error("--base wants --out, another folder than that of the artifacts");
  if (values.check && readFileSync(permutationFile, "utf8") !== permutation()) fail("permutation.yul differs from its generator");
  const all = jobs(base, out);
  const names = all.map((job) => job.name);
  for (const name of positionals) if (!names.includes(name)) fail(`no contract ${name}: there are ${names.join(", ")}`);
  for (const job of all) {
    if (positionals.length && !positionals.includes(job.name)) continue;
    try {
      build(job, values);
    } catch (error) {
      fail(`${job.name}: ${error.message}`);
    }
  }
  if (values.check && base === defaultBase) missing(root).forEach(fail);
}

try {
  main();
} catch (error) {
  fail(error.message);
}
process.exitCode = failures ? 1 : 0;
