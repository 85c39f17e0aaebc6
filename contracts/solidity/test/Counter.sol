// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

/// @title A contract for an account to call
contract Counter {
    uint256 public count;
    address public last;

    error Refused(uint256 step);

    function add(uint256 step) external payable {
        if (step == 0) revert Refused(step);
        count += step;
        last = msg.sender;
    }
}
