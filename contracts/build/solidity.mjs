// Compiles the Solidity contracts. Imports that begin with @ are those of the packages that are installed.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import solc from "solc";

const settings = {
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 1000000 },
  viaIR: true,
  metadata: { appendCBOR: false, bytecodeHash: "none" },
};

// A file is named after its contract. Libraries are not among them: their functions are internal.
export function contracts(root) {
  return ["solidity", "solidity/test"].flatMap((folder) => readdirSync(join(root, folder)).sort()
    .filter((name) => name.endsWith(".sol"))
    .map((name) => ({ name: basename(name, ".sol"), path: `${folder}/${name}`, file: join(root, folder, name) }))
    .filter(({ name, file }) => new RegExp(`^contract ${name} `, "m").test(readFileSync(file, "utf8"))));
}

export function compile(root, { name, path, file }) {
  const sources = { [path]: { content: readFileSync(file, "utf8") } };
  const load = (imported) => {
    const contents = readFileSync(join(root, imported.startsWith("@") ? "node_modules" : "", imported), "utf8");
    sources[imported] = { content: contents };
    return { contents };
  };
  const outputSelection = { [path]: { [name]: ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } };
  const output = JSON.parse(solc.compile(
    JSON.stringify({ language: "Solidity", sources, settings: { ...settings, outputSelection } }), { import: load }));
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join("\n"));
  const { abi, evm } = output.contracts[path][name];
  const all = Object.keys(sources).sort().map((source) => `${source}\n${sources[source].content}`);
  return {
    name,
    source: path,
    sourceSha256: createHash("sha256").update(all.join("\n")).digest("hex"),
    compiler: solc.version(),
    settings,
    runtimeBytes: evm.deployedBytecode.object.length / 2,
    abi,
    creation: `0x${evm.bytecode.object}`,
  };
}
