// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {PackedUserOperation} from "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";
import {PapilioAccount} from "../PapilioAccount.sol";
import {Wallet} from "./Wallet.sol";

/// @title `PapilioAccount` with one signature of each scheme
/// @notice It is of the account's `messageHash`, and so one for ERC-1271. Validation is given this hash as well, which is that
/// of no user operation.
contract AccountTest is Wallet {
    bytes private constant NOT_FROM_ENTRY_POINT = abi.encodeWithSignature("Error(string)", "account: not from EntryPoint");
    address private constant NEXT = address(0x40000);

    bytes32 private hash;

    function setUp() public {
        string memory json = fixture();
        open(json);
        load(json, "signed");
        hash = vm.parseJsonBytes32(json, ".hash");
    }

    function test_validation() public forEachScheme {
        vm.assertEq(validated(message(), signature()), 0);
    }

    function test_validationWithoutPrecompiles() public forEachScheme {
        vm.clearMockedCalls();
        vm.assertEq(validated(message(), signature()), 1);
    }

    function testFuzz_validationOfChangedSignature(uint8 number, uint256 at, uint8 change) public forAnyScheme(number) {
        vm.assertEq(validated(message(), changed(signature(), at, change)), 1);
    }

    function testFuzz_validationOfOtherBytes(uint8 number, bytes memory other) public forAnyScheme(number) {
        vm.assertEq(validated(message(), other), 1);
    }

    function testFuzz_validationOfOtherHash(uint8 number, bytes32 other) public forAnyScheme(number) {
        vm.assume(other != message());
        vm.assertEq(validated(other, signature()), 1);
    }

    function testFuzz_validationPaysWhatIsMissing(uint8 number, uint96 missing) public forAnyScheme(number) {
        vm.deal(address(account), missing);
        vm.prank(address(entryPoint));
        account.validateUserOp(operation("", signature()), message(), missing);
        vm.assertEq(entryPoint.balanceOf(address(account)), missing);
    }

    function testFuzz_onlyTheEntryPointCalls(uint8 number, address caller) public forAnyScheme(number) {
        vm.assume(caller != address(entryPoint));
        vm.prank(caller);
        vm.expectRevert(NOT_FROM_ENTRY_POINT);
        account.validateUserOp(operation("", signature()), message(), 0);
        vm.prank(caller);
        vm.expectRevert(NOT_FROM_ENTRY_POINT);
        account.execute(address(counter), 0, addition(5));
        vm.prank(caller);
        vm.expectRevert(NOT_FROM_ENTRY_POINT);
        account.executeBatch(new BaseAccount.Call[](0));
    }

    function testFuzz_onlyTheAccountChangesItsKey(uint8 number, address caller) public forAnyScheme(number) {
        vm.assume(caller != address(account));
        vm.etch(NEXT, key().code);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(PapilioAccount.NotTheAccount.selector, caller));
        account.changeKey(NEXT);
        vm.assertEq(account.key(), key());
    }

    /// Byte 99 belongs to the key in every scheme.
    function test_changeKey() public forEachScheme {
        vm.etch(NEXT, changed(key().code, 99, 1));
        vm.expectEmit(address(account));
        emit PapilioAccount.KeyChanged(NEXT);
        executeAsEntryPoint(address(account), abi.encodeCall(PapilioAccount.changeKey, (NEXT)));
        vm.assertEq(account.key(), NEXT);
        vm.assertEq(validated(message(), signature()), 1);
        vm.etch(NEXT, key().code);
        vm.assertEq(validated(message(), signature()), 0);
    }

    function test_keysThatAreNone() public forEachScheme {
        vm.etch(NEXT, bytes.concat(key().code, hex"00"));
        refusesKey(NEXT);
        vm.etch(NEXT, changed(key().code, 0, 1));
        refusesKey(NEXT);
        refusesKey(verifier());
        refusesKey(address(0));
        vm.expectRevert(abi.encodeWithSelector(PapilioAccount.NoVerifier.selector, address(0x77)));
        new PapilioAccount(entryPoint, scheme, address(0x77), key());
    }

    function refusesKey(address none) private {
        bytes memory refused = abi.encodeWithSelector(PapilioAccount.NotAKeyAccount.selector, none);
        vm.expectRevert(refused);
        new PapilioAccount(entryPoint, scheme, verifier(), none);
        vm.expectRevert(refused);
        executeAsEntryPoint(address(account), abi.encodeCall(PapilioAccount.changeKey, (none)));
        vm.assertEq(account.key(), key());
    }

    function test_signatureForAContract() public forEachScheme {
        vm.assertEq(account.messageHash(hash), message());
        vm.assertTrue(account.isValidSignature(hash, signature()) == 0x1626ba7e);
        vm.assertTrue(account.isValidSignature(message(), signature()) == 0xffffffff);
    }

    function testFuzz_signatureForAContractChanged(uint8 number, bytes32 other, uint256 at, uint8 change)
        public
        forAnyScheme(number)
    {
        vm.assume(other != hash);
        vm.assertTrue(account.isValidSignature(other, signature()) == 0xffffffff);
        vm.assertTrue(account.isValidSignature(hash, changed(signature(), at, change)) == 0xffffffff);
    }

    function testFuzz_signatureForAContractOnAnotherChain(uint8 number, uint64 chain) public forAnyScheme(number) {
        vm.assume(chain != block.chainid);
        vm.chainId(chain);
        vm.assertTrue(account.isValidSignature(hash, signature()) == 0xffffffff);
    }

    function testFuzz_execute(uint8 number, uint256 step, uint96 value) public forAnyScheme(number) {
        vm.assume(step != 0);
        vm.deal(address(account), value);
        vm.prank(address(entryPoint));
        account.execute(address(counter), value, addition(step));
        vm.assertEq(counter.count(), step);
        vm.assertEq(counter.last(), address(account));
        vm.assertEq(address(counter).balance, value);
    }

    function testFuzz_executeBatch(uint8 number, uint8[] memory steps) public forAnyScheme(number) {
        BaseAccount.Call[] memory calls = new BaseAccount.Call[](steps.length);
        uint256 sum;
        for (uint256 i = 0; i < steps.length; i++) {
            // The counter refuses zero.
            uint256 step = 1 + uint256(steps[i]);
            sum += step;
            calls[i] = BaseAccount.Call(address(counter), 0, addition(step));
        }
        vm.prank(address(entryPoint));
        account.executeBatch(calls);
        vm.assertEq(counter.count(), sum);
    }

    function validated(bytes32 signed, bytes memory by) private returns (uint256) {
        vm.prank(address(entryPoint));
        return account.validateUserOp(operation("", by), signed, 0);
    }

    function executeAsEntryPoint(address target, bytes memory data) private {
        vm.prank(address(entryPoint));
        account.execute(target, 0, data);
    }
}

/// @title User operations through the EntryPoint itself
contract OperationTest is Wallet {
    address private constant BUNDLER = address(0x30000);

    function setUp() public {
        string memory json = fixture();
        open(json);
        load(json, "operations");
    }

    function test_handled() public forEachScheme {
        PackedUserOperation memory op = operation(call(5), signature());
        vm.assertEq(entryPoint.getUserOpHash(op), message());
        uint256 before = counter.count();
        handle(op);
        vm.assertEq(counter.count(), before + 5);
        vm.assertEq(counter.last(), address(account));
        expectFailure("AA25 invalid account nonce");
        handle(op);
    }

    function testFuzz_changedSignature(uint8 number, uint256 at, uint8 change) public forAnyScheme(number) {
        PackedUserOperation memory op = operation(call(5), changed(signature(), at, change));
        expectFailure("AA24 signature error");
        handle(op);
    }

    function testFuzz_anotherCall(uint8 number, uint256 step) public forAnyScheme(number) {
        vm.assume(step != 5);
        expectFailure("AA24 signature error");
        handle(operation(call(step), signature()));
    }

    function call(uint256 step) private view returns (bytes memory) {
        return abi.encodeCall(BaseAccount.execute, (address(counter), 0, addition(step)));
    }

    function handle(PackedUserOperation memory op) private {
        PackedUserOperation[] memory all = new PackedUserOperation[](1);
        all[0] = op;
        vm.prank(BUNDLER, BUNDLER);
        entryPoint.handleOps(all, payable(BUNDLER));
    }

    function expectFailure(string memory reason) private {
        vm.expectRevert(abi.encodeWithSignature("FailedOp(uint256,string)", 0, reason));
    }
}
