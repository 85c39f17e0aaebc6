// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {Scheme} from "../PapilioVerifier.sol";
import {Cheats} from "./Cheats.sol";

/// @title Signatures with their keys, and the precompiles' answers while they are verified
/// @notice Forge has no NTT precompiles, so their calls are mocked. Transforms have the answers that revm gave with the
/// precompiles; `crates/evm/tests/it/solidity/forge.rs` records them. Sums and products are computed here.
/// @dev Members of structures are in alphabetical order, as forge encodes objects.
abstract contract Fixture {
    struct Call {
        bytes head;
        uint256[] input;
        uint256[] output;
        address to;
    }

    struct Signed {
        Call[] calls;
        bytes32 message;
        bytes signature;
    }

    struct Key {
        bytes front;
        uint256[] vectors;
    }

    Cheats internal constant vm = Cheats(address(uint160(uint256(keccak256("hevm cheat code")))));

    address private constant MULTIPLY = address(0x14);
    address private constant ADD = address(0x15);

    uint8 private constant SCHEMES = 6;
    /// @dev Numbers of vectors that are not in the fixture begin here.
    uint256 private constant COMPUTED = 1000;

    /// @dev The scheme that a test is at.
    Scheme internal scheme;
    /// @dev By scheme.
    bytes32[SCHEMES] private messages;
    bytes[SCHEMES] private signatures;
    string[SCHEMES] private names = ["FalconEth", "FalconNist", "MlDsaEth", "MlDsaNist", "MlDsaEthText", "MlDsaNistText"];

    /// @dev For a test of each scheme.
    modifier forEachScheme() {
        for (uint8 number = 0; number < SCHEMES; number++) {
            choose(number);
            _;
        }
    }

    /// @dev For a test of any scheme, by a number that forge draws.
    modifier forAnyScheme(uint8 number) {
        choose(number % SCHEMES);
        _;
    }

    function choose(uint8 number) internal virtual {
        scheme = Scheme(number);
    }

    function message() internal view returns (bytes32) {
        return messages[uint8(scheme)];
    }

    function signature() internal view returns (bytes memory) {
        return signatures[uint8(scheme)];
    }

    function name() internal view returns (string memory) {
        return names[uint8(scheme)];
    }

    function verifier() internal view returns (address) {
        return address(0x10000 + uint160(scheme));
    }

    function key() internal view returns (address) {
        return address(0x20000 + uint160(scheme));
    }

    function fixture() internal view returns (string memory) {
        return vm.readFile("solidity/forge/fixture.json");
    }

    /// @dev Verifiers as they were built, key accounts, and a list of signatures, for each of which the precompiles answer
    /// what is asked of them.
    function load(string memory json, string memory list) internal {
        bytes[] memory known = vectors(json);
        for (uint8 number = 0; number < SCHEMES; number++) {
            scheme = Scheme(number);
            string memory artifact = vm.readFile(string.concat("artifacts/", name(), ".json"));
            vm.etch(verifier(), vm.parseJsonBytes(artifact, ".runtime"));
            Key memory parts = abi.decode(vm.parseJson(json, element("keys")), (Key));
            vm.etch(key(), bytes.concat(parts.front, join(known, parts.vectors)));
            Signed memory signed = abi.decode(vm.parseJson(json, element(list)), (Signed));
            mock(known, signed.calls);
            (messages[number], signatures[number]) = (signed.message, signed.signature);
        }
    }

    function changed(bytes memory from, uint256 at, uint8 change) internal pure returns (bytes memory) {
        vm.assume(change != 0);
        from[at % from.length] ^= bytes1(change);
        return from;
    }

    function mock(bytes[] memory known, Call[] memory calls) private {
        for (uint256 i = 0; i < calls.length; i++) {
            Call memory called = calls[i];
            bytes memory input = join(known, called.input);
            if (called.to == MULTIPLY || called.to == ADD) compute(known, called, input);
            vm.mockCall(called.to, bytes.concat(called.head, input), join(known, called.output));
        }
    }

    function element(string memory list) private view returns (string memory) {
        return string.concat(".", list, "[", string(abi.encodePacked(bytes1(48 + uint8(scheme)))), "]");
    }

    function vectors(string memory json) private pure returns (bytes[] memory all) {
        bytes[] memory recorded = vm.parseJsonBytesArray(json, ".vectors");
        all = new bytes[](2 * COMPUTED);
        for (uint256 i = 0; i < recorded.length; i++) all[i] = recorded[i];
    }

    function join(bytes[] memory known, uint256[] memory numbers) private pure returns (bytes memory joined) {
        for (uint256 i = 0; i < numbers.length; i++) joined = bytes.concat(joined, known[numbers[i]]);
    }

    /// @dev Sums or products of the first half of the operands with the second.
    function compute(bytes[] memory known, Call memory called, bytes memory operands) private pure {
        uint256 q = uint64(uint96(bytes12(called.head)));
        uint256 width = q < 1 << 16 ? 2 : 4;
        uint256 half = operands.length / 2;
        for (uint256 i = 0; i < called.output.length; i++) {
            bytes memory result = new bytes(1024);
            for (uint256 at = 0; at < 1024; at += width) {
                uint256 a = read(operands, 1024 * i + at, width);
                uint256 b = read(operands, half + 1024 * i + at, width);
                write(result, at, width, called.to == ADD ? addmod(a, b, q) : mulmod(a, b, q));
            }
            known[called.output[i]] = result;
        }
    }

    function read(bytes memory from, uint256 at, uint256 width) private pure returns (uint256 value) {
        for (uint256 i = 0; i < width; i++) value = value << 8 | uint8(from[at + i]);
    }

    function write(bytes memory to, uint256 at, uint256 width, uint256 value) private pure {
        for (uint256 i = 0; i < width; i++) to[at + i] = bytes1(uint8(value >> 8 * (width - 1 - i)));
    }
}
