// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {PapilioNtt} from "../PapilioNtt.sol";
import {PapilioVerifier, Scheme} from "../PapilioVerifier.sol";

/// @title The functions of the libraries, to be called from outside
contract LibraryTest {
    function verify(Scheme scheme, address verifier, address key, bytes calldata message, bytes calldata signature)
        external
        view
        returns (bool)
    {
        return PapilioVerifier.verify(scheme, verifier, key, message, signature);
    }

    function falconEth(address verifier, bytes calldata publicKey, bytes calldata message, bytes calldata signature)
        external
        view
        returns (bool)
    {
        return PapilioVerifier.falconEth(verifier, publicKey, message, signature);
    }

    function falconNist(address verifier, bytes calldata publicKey, bytes calldata message, bytes calldata signature)
        external
        view
        returns (bool)
    {
        return PapilioVerifier.falconNist(verifier, publicKey, message, signature);
    }

    function isKeyAccount(Scheme scheme, address key) external view returns (bool) {
        return PapilioVerifier.isKeyAccount(scheme, key);
    }

    function forward(uint160 base, uint32 n, uint64 q, bytes calldata vector) external view returns (bytes memory) {
        return PapilioNtt.forward(base, n, q, vector);
    }

    function inverse(uint160 base, uint32 n, uint64 q, bytes calldata vector) external view returns (bytes memory) {
        return PapilioNtt.inverse(base, n, q, vector);
    }

    function multiply(uint160 base, uint32 n, uint64 q, bytes calldata a, bytes calldata b)
        external
        view
        returns (bytes memory)
    {
        return PapilioNtt.multiply(base, n, q, a, b);
    }

    function add(uint160 base, uint32 n, uint64 q, bytes calldata a, bytes calldata b) external view returns (bytes memory) {
        return PapilioNtt.add(base, n, q, a, b);
    }
}
