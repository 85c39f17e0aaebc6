// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {IAccount} from "@account-abstraction/contracts/interfaces/IAccount.sol";
import {PackedUserOperation} from "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";

/// @title What an account sees of an EntryPoint
/// @notice Validates and executes without a nonce, a deposit or a price; the EntryPoint of ERC-4337 is under another license.
contract TestEntryPoint {
    /// @notice What the account answers, and what it paid.
    function validate(IAccount account, PackedUserOperation calldata userOp, bytes32 userOpHash, uint256 missing)
        external
        returns (uint256 validationData, uint256 paid)
    {
        uint256 before = address(this).balance;
        validationData = account.validateUserOp(userOp, userOpHash, missing);
        paid = address(this).balance - before;
    }

    /// @notice A call of the account, as in the execution phase.
    function call(address account, bytes calldata data) external {
        (bool ok, bytes memory output) = account.call(data);
        assembly ("memory-safe") {
            if iszero(ok) { revert(add(output, 32), mload(output)) }
        }
    }

    receive() external payable {}
}
