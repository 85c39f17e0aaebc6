// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

/// @notice A signature scheme, and the contract that verifies it. Those with Eth in their names hash with Keccak-256, as the
/// known answers of EIP-8052 and EIP-8051 do; the others with SHAKE, as the standards do. Those with Text in their names are
/// by the text of EIP-8051, which differs from its known answers and from FIPS 204.
enum Scheme {
    FalconEth,
    FalconNist,
    MlDsaEth,
    MlDsaNist,
    MlDsaEthText,
    MlDsaNistText
}

/// @title Calls of the verifiers of Falcon-512 and ML-DSA-44
/// @notice A signature is given without its message and key:
///
///   Falcon-512   1           number e of patches
///                512         low bytes of s2
///                128         high bits of s2
///                2e          patches of s2
///                40          salt
///   ML-DSA-44    2420        the standard encoding
///
/// `docs/notes/falcon-evm.md` says how to make the first from the standard encoding. For every vector s2 there is one
/// encoding, so a signature cannot be given another form.
///
/// @dev The result is false for whatever is not a valid signature, and for a verifier, a key account or precompiles that are
/// not there. A call reverts with `VerifierFailed` where no verdict was reached: the verifiers do not revert, so the call had
/// less gas than verification takes. No gas is measured, which ERC-7562 forbids within validation.
///
/// The bounds of gas are for the dearest input: all calls of precompiles fail and keep what they were given, 20,000 each for
/// Falcon-512 and 4,000 for ML-DSA-44; there are 255 patches; the norm of s1 is added up one by one.
library PapilioVerifier {
    /// @notice The verifier ran out of gas, or is another contract.
    error VerifierFailed(address verifier);

    /// @dev Bytes in the code of a key account: a zero byte, then a transformed key.
    uint256 private constant FALCON_KEY = 1025;
    uint256 private constant ML_DSA_KEY = 20545;
    uint256 private constant ML_DSA_TEXT_KEY = 20513;
    /// @dev Bytes of a Falcon signature before the patches, of the salt, of a public key, and of an ML-DSA signature.
    uint256 private constant HEAD = 641;
    uint256 private constant SALT = 40;
    uint256 private constant FALCON_PUBLIC_KEY = 897;
    uint256 private constant ML_DSA_SIGNATURE = 2420;

    /// @notice Whether a signature of a message is valid under the key in an account.
    /// @param verifier The contract of the scheme.
    /// @param key The account whose code is the key. Whose key it is, is the caller's to know.
    /// @param message The message, of any length.
    /// @param signature The signature in the form of the scheme.
    function verify(Scheme scheme, address verifier, address key, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        if (scheme == Scheme.FalconEth) return falconEth(verifier, key, message, signature);
        if (scheme == Scheme.FalconNist) return falconNist(verifier, key, message, signature);
        // Schemes with Keccak-256 are the even ones.
        if (uint8(scheme) & 1 == 0) return mlDsaEth(verifier, key, message, signature);
        return mlDsaNist(verifier, key, message, signature);
    }

    /// @notice Falcon-512 with Keccak-256, the key in an account.
    function falconEth(address verifier, address key, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        return isFalcon(signature)
            && ask(verifier, falconEthGas(message), falconEthInput(0, abi.encodePacked(key), message, signature));
    }

    /// @notice Falcon-512 with Keccak-256, the key in its standard encoding of 897 bytes.
    function falconEth(address verifier, bytes calldata publicKey, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        return isFalconKey(publicKey) && isFalcon(signature)
            && ask(verifier, falconEthGas(message), falconEthInput(1, publicKey[1:], message, signature));
    }

    /// @notice Falcon-512 of round 3, the key in an account.
    function falconNist(address verifier, address key, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        return isFalcon(signature)
            && ask(verifier, falconNistGas(message), falconNistInput(0, abi.encodePacked(key), message, signature));
    }

    /// @notice Falcon-512 of round 3, the key in its standard encoding of 897 bytes.
    function falconNist(address verifier, bytes calldata publicKey, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        return isFalconKey(publicKey) && isFalcon(signature)
            && ask(verifier, falconNistGas(message), falconNistInput(1, publicKey[1:], message, signature));
    }

    /// @notice ML-DSA-44 with Keccak-256: with an empty context, or by the text of EIP-8051, as the verifier is.
    function mlDsaEth(address verifier, address key, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        return signature.length == ML_DSA_SIGNATURE
            && ask(verifier, 250_000 + 4 * message.length, abi.encodePacked(signature, key, message));
    }

    /// @notice ML-DSA-44 with SHAKE: of FIPS 204 with an empty context, or by the text of EIP-8051, as the verifier is.
    function mlDsaNist(address verifier, address key, bytes memory message, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        return signature.length == ML_DSA_SIGNATURE
            && ask(verifier, 700_000 + 200 * message.length, abi.encodePacked(signature, key, message));
    }

    /// @notice Whether an account has the length and the first byte of a key account of a scheme. That its code is a key, and
    /// whose, cannot be told from it.
    function isKeyAccount(Scheme scheme, address key) internal view returns (bool) {
        bool falcon = scheme == Scheme.FalconEth || scheme == Scheme.FalconNist;
        bool text = scheme == Scheme.MlDsaEthText || scheme == Scheme.MlDsaNistText;
        uint256 first;
        assembly ("memory-safe") {
            mstore(0, not(0))
            extcodecopy(key, 0, 0, 1)
            first := byte(0, mload(0))
        }
        return key.code.length == (falcon ? FALCON_KEY : text ? ML_DSA_TEXT_KEY : ML_DSA_KEY) && first == 0;
    }

    /// @dev The length must be the one that the number of patches gives: the verifier would take more for a part of the
    /// message, and a signature of another message for one of this.
    function isFalcon(bytes calldata signature) private pure returns (bool) {
        return signature.length >= HEAD + SALT && signature.length == HEAD + SALT + 2 * uint256(uint8(signature[0]));
    }

    function isFalconKey(bytes calldata publicKey) private pure returns (bool) {
        return publicKey.length == FALCON_PUBLIC_KEY && publicKey[0] == 0x09;
    }

    function falconEthInput(uint8 place, bytes memory key, bytes memory message, bytes calldata signature)
        private
        pure
        returns (bytes memory)
    {
        uint256 end = signature.length - SALT;
        return abi.encodePacked(place, signature[:HEAD], key, signature[HEAD:end], message, signature[end:]);
    }

    function falconNistInput(uint8 place, bytes memory key, bytes memory message, bytes calldata signature)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(place, signature[:HEAD], key, signature[HEAD:], message);
    }

    function falconEthGas(bytes memory message) private pure returns (uint256) {
        return 400_000 + 4 * message.length;
    }

    function falconNistGas(bytes memory message) private pure returns (uint256) {
        return 800_000 + 200 * message.length;
    }

    /// @dev A verdict is the word 1; an account without code answers with success and no word at all.
    function ask(address verifier, uint256 gasLimit, bytes memory input) private view returns (bool valid) {
        bool ok;
        assembly ("memory-safe") {
            ok := staticcall(gasLimit, verifier, add(input, 32), mload(input), 0, 32)
            valid := and(eq(returndatasize(), 32), eq(mload(0), 1))
        }
        if (!ok) revert VerifierFailed(verifier);
    }
}
