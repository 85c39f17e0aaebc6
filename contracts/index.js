// Names, interfaces and bytecodes. Everything is as `artifacts` has it, but for `deployment`.
import FalconEth from "./artifacts/FalconEth.json" with { type: "json" };
import FalconNist from "./artifacts/FalconNist.json" with { type: "json" };
import MlDsaEth from "./artifacts/MlDsaEth.json" with { type: "json" };
import MlDsaNist from "./artifacts/MlDsaNist.json" with { type: "json" };
import MlDsaEthText from "./artifacts/MlDsaEthText.json" with { type: "json" };
import MlDsaNistText from "./artifacts/MlDsaNistText.json" with { type: "json" };
import PapilioAccount from "./artifacts/PapilioAccount.json" with { type: "json" };

// PUSH2 length, DUP1, PUSH1 10, RETURNDATASIZE, CODECOPY, RETURNDATASIZE, RETURN
export function deployment(code) {
  const bytes = code.length / 2 - 1;
  if (!/^0x([0-9a-f]{2})+$/i.test(code) || bytes > 24576) throw new RangeError("code is 1 to 24576 bytes in hexadecimal");
  return `0x61${bytes.toString(16).padStart(4, "0")}80600a3d393df3${code.slice(2)}`;
}

const verifier = ({ name, runtime }, scheme, keyBytes) => ({ name, scheme, keyBytes, runtime, creation: deployment(runtime) });

// In the order of the enumeration `Scheme`.
export const verifiers = [
  verifier(FalconEth, 0, 1025),
  verifier(FalconNist, 1, 1025),
  verifier(MlDsaEth, 2, 20545),
  verifier(MlDsaNist, 3, 20545),
  verifier(MlDsaEthText, 4, 20513),
  verifier(MlDsaNistText, 5, 20513),
];

export const account = { name: PapilioAccount.name, abi: PapilioAccount.abi, creation: PapilioAccount.creation };
