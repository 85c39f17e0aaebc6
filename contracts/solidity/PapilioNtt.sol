// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

/// @title Calls of the NTT precompiles of EIP-7885
/// @notice A vector is `n` elements one after the other, big endian, each below the modulus `q`; `n` is a power of two. An
/// element has 2 bytes where `q < 2**16`, 4 where `q < 2**32`, else 8. All four operations are on the polynomials modulo
/// `X**n + 1`: their values are at the odd powers of the least root of -1, in bit-reversed order.
/// @dev `base` is the address of NTT_FW; the others follow it. Other proposals claim the same addresses, so a chain may have
/// the precompiles elsewhere. A call is given a bound of its price and not all gas, because one that fails keeps what it
/// was given; it reverts where the length of the result is another than that of a vector, as on a chain without them.
library PapilioNtt {
    /// @notice Where EIP-7885 puts NTT_FW.
    uint160 internal constant BASE = 0x12;

    /// @notice A precompile refused its input, had too little gas, or is not there.
    error PrecompileFailed(address precompile);
    /// @notice Operands of different lengths, in bytes.
    error LengthsDiffer(uint256 first, uint256 second);

    /// @notice The values of a polynomial, given by its coefficients.
    function forward(uint160 base, uint32 n, uint64 q, bytes memory vector) internal view returns (bytes memory) {
        return run(base, transformGas(n), abi.encodePacked(n, q, vector), vector.length);
    }

    /// @notice The coefficients of a polynomial, given by its values.
    function inverse(uint160 base, uint32 n, uint64 q, bytes memory vector) internal view returns (bytes memory) {
        return run(base + 1, transformGas(n), abi.encodePacked(n, q, vector), vector.length);
    }

    /// @notice Products, element by element.
    function multiply(uint160 base, uint32 n, uint64 q, bytes memory a, bytes memory b) internal view returns (bytes memory) {
        if (a.length != b.length) revert LengthsDiffer(a.length, b.length);
        return run(base + 2, pointwiseGas(n), abi.encodePacked(n, q, a, b), a.length);
    }

    /// @notice Sums, element by element.
    function add(uint160 base, uint32 n, uint64 q, bytes memory a, bytes memory b) internal view returns (bytes memory) {
        if (a.length != b.length) revert LengthsDiffer(a.length, b.length);
        return run(base + 3, pointwiseGas(n), abi.encodePacked(n, q, a, b), a.length);
    }

    /// @dev A transform costs at most 200 + 9.5 n, with 8 bytes an element and n = 2**16.
    function transformGas(uint32 n) private pure returns (uint256) {
        return 200 + 10 * uint256(n);
    }

    /// @dev A product or a sum costs at most 20 + 0.6 n, and 200 where it is refused.
    function pointwiseGas(uint32 n) private pure returns (uint256) {
        return 200 + uint256(n);
    }

    /// @dev The result takes the place of the input, which is longer.
    function run(uint160 at, uint256 gasLimit, bytes memory input, uint256 size) private view returns (bytes memory result) {
        bool ok;
        assembly ("memory-safe") {
            result := input
            ok := staticcall(gasLimit, at, add(input, 32), mload(input), add(input, 32), size)
            ok := and(ok, eq(returndatasize(), size))
            mstore(result, size)
        }
        // An account without code answers with nothing too, which is as long as an empty vector.
        if (!ok || size == 0) revert PrecompileFailed(address(at));
    }
}
