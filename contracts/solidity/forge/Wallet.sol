// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";
import {PapilioAccount} from "../PapilioAccount.sol";
import {Counter} from "../test/Counter.sol";
import {Fixture} from "./Fixture.sol";

/// @title An account under the EntryPoint v0.8, with a counter to call
/// @notice All are where the recorded signatures want them. The EntryPoint is that of its package, as it was compiled there.
abstract contract Wallet is Fixture {
    IEntryPoint internal entryPoint;
    PapilioAccount internal account;
    Counter internal counter;

    function open(string memory json) internal {
        entryPoint = IEntryPoint(vm.parseJsonAddress(json, ".entryPoint"));
        account = PapilioAccount(payable(vm.parseJsonAddress(json, ".account")));
        counter = Counter(vm.parseJsonAddress(json, ".counter"));
        string memory artifact = vm.readFile("node_modules/@account-abstraction/contracts/artifacts/EntryPoint.json");
        create(address(entryPoint), vm.parseJsonBytes(artifact, ".bytecode"));
        create(address(counter), type(Counter).creationCode);
    }

    /// @dev There is one account, of the scheme that is chosen.
    function choose(uint8 number) internal override {
        super.choose(number);
        bytes memory arguments = abi.encode(entryPoint, scheme, verifier(), key());
        create(address(account), bytes.concat(type(PapilioAccount).creationCode, arguments));
    }

    /// @dev The code that a constructor returns, at the address where it ran.
    function create(address at, bytes memory creation) private {
        vm.etch(at, creation);
        (bool ok, bytes memory code) = at.call("");
        vm.assertTrue(ok);
        vm.etch(at, code);
    }

    function operation(bytes memory data, bytes memory by) internal view returns (PackedUserOperation memory) {
        return PackedUserOperation({
            sender: address(account),
            nonce: uint256(scheme) << 64,
            initCode: "",
            callData: data,
            accountGasLimits: bytes32((uint256(1_000_000) << 128) | 1_000_000),
            preVerificationGas: 50_000,
            gasFees: 0,
            paymasterAndData: "",
            signature: by
        });
    }

    function addition(uint256 step) internal pure returns (bytes memory) {
        return abi.encodeCall(Counter.add, (step));
    }
}
