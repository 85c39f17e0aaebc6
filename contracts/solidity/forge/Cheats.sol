// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

/// @title The functions of forge's machine that the tests use
interface Cheats {
    function assertEq(bytes calldata left, bytes calldata right) external pure;
    function assertEq(bytes32 left, bytes32 right) external pure;
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(address left, address right) external pure;
    function assertFalse(bool condition) external pure;
    function assertFalse(bool condition, string calldata error) external pure;
    function assertTrue(bool condition) external pure;
    function assertTrue(bool condition, string calldata error) external pure;
    function assume(bool condition) external pure;
    function chainId(uint256 id) external;
    function clearMockedCalls() external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function expectEmit(address emitter) external;
    function expectRevert(bytes calldata error) external;
    function mockCall(address callee, bytes calldata input, bytes calldata output) external;
    function mockCallRevert(address callee, bytes calldata input, bytes calldata output) external;
    function parseJson(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonAddress(string calldata json, string calldata key) external pure returns (address);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonBytesArray(string calldata json, string calldata key) external pure returns (bytes[] memory);
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function readFile(string calldata path) external view returns (string memory);
}
