// The files of the npm package.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

// Files below a folder whose names end so, by their paths from the root.
function below(root, folder, ending) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name}`).filter((path) => path.endsWith(ending));
}

// The files that a user of the package needs.
function wanted(root) {
  const verifiers = ["falcon", "ml-dsa", "keccak", "keys"].flatMap((folder) => below(root, folder, ".yul"))
    .filter((path) => !path.endsWith("Test.yul"));
  const solidity = below(root, "solidity", ".sol").filter((path) => !/\/(test|forge)\//.test(path));
  const artifacts = ["FalconEth", "FalconNist", "MlDsaEth", "MlDsaNist", "MlDsaEthText", "MlDsaNistText", "PapilioAccount"].map((name) => `artifacts/${name}.json`);
  const own = ["package.json", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.js", "index.d.ts"];
  return [...own, ...artifacts, ...solidity, ...verifiers];
}

// Complaints about the package as it would be packed: files that it lacks, and tests in it.
export function missing(root) {
  const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] }));
  const packed = files.map((file) => file.path);
  const lacks = wanted(root).filter((path) => !packed.includes(path)).map((path) => `the package lacks ${path}`);
  return lacks.concat(packed.filter((path) => /test|forge/i.test(path)).map((path) => `the package has ${path}`));
}
