// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {PapilioVerifier, Scheme} from "../PapilioVerifier.sol";
import {LibraryTest} from "../test/LibraryTest.sol";
import {Fixture} from "./Fixture.sol";

/// @title `PapilioVerifier` with one valid signature of each scheme
/// @notice A change of the message or of what is hashed leaves the calls of the precompiles as they are, so that the
/// verifier itself has to refuse it; with other vectors it gets no answer.
contract VerifierTest is Fixture {
    uint256 private constant SALT = 40;
    address private constant NOBODY = address(0x77);

    LibraryTest private immutable library_ = new LibraryTest();

    function setUp() public {
        load(fixture(), "signed");
    }

    function test_validSignature() public forEachScheme {
        vm.assertTrue(verdict(text(), signature()), name());
    }

    function testFuzz_changedSignature(uint8 number, uint256 at, uint8 change) public forAnyScheme(number) {
        vm.assertFalse(verdict(text(), changed(signature(), at, change)));
    }

    function testFuzz_changedMessage(uint8 number, uint256 at, uint8 change) public forAnyScheme(number) {
        vm.assertFalse(verdict(changed(text(), at, change), signature()));
    }

    function testFuzz_otherMessage(uint8 number, bytes memory other) public forAnyScheme(number) {
        vm.assume(keccak256(other) != keccak256(text()));
        vm.assertFalse(verdict(other, signature()));
    }

    function testFuzz_otherLength(uint8 number, uint16 length) public forAnyScheme(number) {
        vm.assume(length != signature().length);
        vm.assertFalse(verdict(text(), resized(signature(), length)));
    }

    function test_lengthsBesideTheRightOne() public forEachScheme {
        for (uint256 length = signature().length - 3; length <= signature().length + 3; length++) {
            if (length != signature().length) vm.assertFalse(verdict(text(), resized(signature(), length)));
        }
    }

    /// The calldata of the verifier stays the same, but a part of the message is passed as one of the signature.
    function test_messagePassedAsSignature() public forEachScheme {
        bytes memory moved = part(text(), 0, 2);
        bytes memory longer = bytes.concat(signature(), moved);
        if (scheme == Scheme.FalconEth) {
            uint256 front = signature().length - SALT;
            longer = bytes.concat(part(signature(), 0, front), moved, part(signature(), front, SALT));
        }
        vm.assertFalse(verdict(part(text(), 2, text().length - 2), longer));
    }

    /// A longer signature of ML-DSA would bring its own key to where the verifier reads it.
    function test_keyPassedAsSignature() public forEachScheme {
        address front = address(bytes20(part(text(), 0, 20)));
        bytes memory rest = part(text(), 20, text().length - 20);
        vm.assertFalse(library_.verify(scheme, verifier(), front, rest, bytes.concat(signature(), bytes20(key()))));
    }

    function test_nothingIsValidWithoutPrecompiles() public forEachScheme {
        vm.clearMockedCalls();
        vm.assertFalse(verdict(text(), signature()));
    }

    function test_nothingIsValidWithoutVerifierOrKey() public forEachScheme {
        vm.assertFalse(library_.verify(scheme, NOBODY, key(), text(), signature()));
        vm.assertFalse(library_.verify(scheme, verifier(), NOBODY, text(), signature()));
    }

    function testFuzz_answersOfAnotherContract(uint8 number, bytes memory other) public forAnyScheme(number) {
        vm.assume(keccak256(other) != keccak256(abi.encode(1)));
        vm.mockCall(NOBODY, "", other);
        vm.assertFalse(library_.verify(scheme, NOBODY, key(), text(), signature()));
        vm.mockCall(NOBODY, "", abi.encode(1, other));
        vm.assertFalse(library_.verify(scheme, NOBODY, key(), text(), signature()));
    }

    function testFuzz_changedKey(uint8 number, uint256 at, uint8 change) public forAnyScheme(number) {
        vm.etch(key(), changed(key().code, at, change));
        // The first byte says that the code is a key, and no verifier reads it.
        vm.assertTrue(verdict(text(), signature()) == (at % key().code.length == 0));
    }

    /// With little gas the call reverts, and a valid signature is not called invalid.
    function testFuzz_littleGas(uint8 number, uint256 gasLimit) public forAnyScheme(number) {
        gasLimit %= 1_000_000;
        try library_.verify{gas: gasLimit}(scheme, verifier(), key(), text(), signature()) returns (bool valid) {
            vm.assertTrue(valid);
        } catch (bytes memory error) {
            bytes memory failed = abi.encodeWithSelector(PapilioVerifier.VerifierFailed.selector, verifier());
            vm.assertTrue(error.length == 0 || keccak256(error) == keccak256(failed));
        }
    }

    function test_keyAccount() public forEachScheme {
        vm.assertTrue(library_.isKeyAccount(scheme, key()));
        vm.assertFalse(library_.isKeyAccount(scheme, verifier()));
        vm.assertFalse(library_.isKeyAccount(scheme, NOBODY));
        bytes memory code = key().code;
        vm.etch(key(), bytes.concat(code, hex"00"));
        vm.assertFalse(library_.isKeyAccount(scheme, key()), "a byte more");
        vm.etch(key(), part(code, 0, code.length - 1));
        vm.assertFalse(library_.isKeyAccount(scheme, key()), "a byte less");
        vm.etch(key(), changed(code, 0, 1));
        vm.assertFalse(library_.isKeyAccount(scheme, key()), "another first byte");
    }

    function text() private view returns (bytes memory) {
        return abi.encodePacked(message());
    }

    function verdict(bytes memory message_, bytes memory signature_) private view returns (bool) {
        return library_.verify(scheme, verifier(), key(), message_, signature_);
    }

    function part(bytes memory from, uint256 at, uint256 length) private pure returns (bytes memory cut) {
        cut = new bytes(length);
        for (uint256 i = 0; i < length; i++) cut[i] = from[at + i];
    }

    /// Zeros are appended where there are too few bytes.
    function resized(bytes memory from, uint256 length) private pure returns (bytes memory other) {
        other = new bytes(length);
        for (uint256 i = 0; i < length && i < from.length; i++) other[i] = from[i];
    }
}
