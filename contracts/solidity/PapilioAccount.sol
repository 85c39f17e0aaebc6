// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {SIG_VALIDATION_FAILED, SIG_VALIDATION_SUCCESS} from "@account-abstraction/contracts/core/Helpers.sol";
import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {PapilioVerifier, Scheme} from "./PapilioVerifier.sol";

/// @title An ERC-4337 account whose owner signs with Falcon-512 or ML-DSA-44
/// @notice The owner is whoever has the secret of the key in one account. EntryPoint, scheme and verifier are fixed; the
/// account itself may change the key. `execute` and `executeBatch` are those of `BaseAccount`, for the EntryPoint alone.
/// Signatures are in the form that `PapilioVerifier` takes, of the 32 bytes of the hash of the user operation.
contract PapilioAccount is BaseAccount, IERC1271 {
    /// @notice The key in this account is the owner's from now on.
    event KeyChanged(address indexed key);

    /// @notice Only the account itself may do this, through its EntryPoint.
    error NotTheAccount(address caller);
    /// @notice The code of this address has another length or first byte than a key of the scheme.
    error NotAKeyAccount(address key);
    /// @notice There is no contract that could verify.
    error NoVerifier(address verifier);

    bytes32 private constant DOMAIN = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant SIGNED_HASH = keccak256("SignedHash(bytes32 hash)");

    IEntryPoint private immutable ENTRY_POINT;
    /// @notice The scheme of the owner's signatures.
    Scheme public immutable scheme;
    /// @notice The contract that verifies them.
    address public immutable verifier;
    /// @notice The account whose code is the owner's public key.
    address public key;

    constructor(IEntryPoint entryPoint_, Scheme scheme_, address verifier_, address key_) {
        ENTRY_POINT = entryPoint_;
        scheme = scheme_;
        verifier = verifier_;
        if (verifier_.code.length == 0) revert NoVerifier(verifier_);
        _setKey(scheme_, key_);
    }

    receive() external payable {}

    /// @notice Gives the account another owner's key, by a call of the account to itself.
    function changeKey(address key_) external {
        if (msg.sender != address(this)) revert NotTheAccount(msg.sender);
        _setKey(scheme, key_);
    }

    /// @notice The only caller of `validateUserOp`, `execute` and `executeBatch`.
    function entryPoint() public view override returns (IEntryPoint) {
        return ENTRY_POINT;
    }

    /// @notice ERC-1271. The signature is one of `messageHash(hash)`, which is bound to this account and chain: neither another
    /// account of the same owner takes it, nor can it stand for a user operation.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _isValid(messageHash(hash), signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// @notice The hash that the owner signs for `isValidSignature`: EIP-712, the structure `SignedHash(bytes32 hash)`.
    function messageHash(bytes32 hash) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN, block.chainid, address(this)));
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(abi.encode(SIGNED_HASH, hash))));
    }

    function _validateSignature(PackedUserOperation calldata userOp, bytes32 userOpHash)
        internal
        view
        override
        returns (uint256)
    {
        return _isValid(userOpHash, userOp.signature) ? SIG_VALIDATION_SUCCESS : SIG_VALIDATION_FAILED;
    }

    function _isValid(bytes32 hash, bytes calldata signature) private view returns (bool) {
        return PapilioVerifier.verify(scheme, verifier, key, abi.encodePacked(hash), signature);
    }

    /// @dev The scheme is a parameter, since the constructor cannot read what it has just fixed.
    function _setKey(Scheme scheme_, address key_) private {
        if (!PapilioVerifier.isKeyAccount(scheme_, key_)) revert NotAKeyAccount(key_);
        key = key_;
        emit KeyChanged(key_);
    }
}
