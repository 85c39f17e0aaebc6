#!/usr/bin/env node
// The compiler of the package `solc` as forge calls one: `--version`, or `--standard-json` with the input on standard input.
import { readFileSync } from "node:fs";
import solc from "solc";

if (process.argv.includes("--version")) {
  // Forge takes no version whose build is named after Emscripten.
  console.log(`solc\nVersion: ${solc.version().replace("Emscripten.clang", "Linux.g++")}`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
}
