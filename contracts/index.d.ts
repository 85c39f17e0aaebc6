/** Bytes in hexadecimal. */
export type Hex = `0x${string}`;

/** A contract that verifies signatures of a scheme. It has no selectors: its calldata is described in its source. */
export interface Verifier {
  readonly name: "FalconEth" | "FalconNist" | "MlDsaEth" | "MlDsaNist" | "MlDsaEthText" | "MlDsaNistText";
  /** Value of the enumeration `Scheme` of PapilioVerifier.sol. */
  readonly scheme: 0 | 1 | 2 | 3 | 4 | 5;
  /** Length of the code of an account that holds a public key. */
  readonly keyBytes: 1025 | 20513 | 20545;
  /** Code of the contract. */
  readonly runtime: Hex;
  /** Input of a transaction that creates it. */
  readonly creation: Hex;
}

/** An entry of the JSON interface of a contract. */
export interface AbiEntry {
  readonly type: "constructor" | "function" | "event" | "error" | "receive" | "fallback";
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: "pure" | "view" | "nonpayable" | "payable";
  readonly anonymous?: boolean;
}

export interface AbiParameter {
  readonly name: string;
  readonly type: string;
  readonly internalType?: string;
  readonly indexed?: boolean;
  readonly components?: readonly AbiParameter[];
}

/** The verifiers, each at the index of its scheme. */
export const verifiers: readonly [Verifier, Verifier, Verifier, Verifier, Verifier, Verifier];

/** PapilioAccount.sol: its constructor takes EntryPoint, scheme, verifier and key account. */
export const account: {
  readonly name: "PapilioAccount";
  readonly abi: readonly AbiEntry[];
  /** Code that creates it, before the arguments of the constructor. */
  readonly creation: Hex;
};

/** Input of a transaction that creates an account of this code, as of a public key. */
export function deployment(code: Hex): Hex;
