// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

import {PapilioNtt} from "../PapilioNtt.sol";
import {LibraryTest} from "../test/LibraryTest.sol";
import {Fixture} from "./Fixture.sol";

/// @title `PapilioNtt` with answers that the precompiles gave, and with none
contract NttTest is Fixture {
    struct Polynomials {
        bytes add;
        bytes first;
        bytes forward;
        bytes inverse;
        bytes multiply;
        uint32 n;
        uint64 q;
        bytes second;
    }

    uint160 private constant BASE = PapilioNtt.BASE;

    LibraryTest private immutable library_ = new LibraryTest();

    function test_results() public {
        Polynomials[] memory all = abi.decode(vm.parseJson(fixture(), ".polynomials"), (Polynomials[]));
        for (uint256 i = 0; i < all.length; i++) {
            results(BASE, all[i]);
            results(0x100, all[i]);
        }
    }

    function results(uint160 base, Polynomials memory p) private {
        answer(base, abi.encodePacked(p.n, p.q, p.first), p.forward);
        answer(base + 1, abi.encodePacked(p.n, p.q, p.first), p.inverse);
        answer(base + 2, abi.encodePacked(p.n, p.q, p.first, p.second), p.multiply);
        answer(base + 3, abi.encodePacked(p.n, p.q, p.first, p.second), p.add);
        vm.assertEq(library_.forward(base, p.n, p.q, p.first), p.forward);
        vm.assertEq(library_.inverse(base, p.n, p.q, p.first), p.inverse);
        vm.assertEq(library_.multiply(base, p.n, p.q, p.first, p.second), p.multiply);
        vm.assertEq(library_.add(base, p.n, p.q, p.first, p.second), p.add);
    }

    function testFuzz_answersOfOtherLengths(uint32 n, uint64 q, bytes memory vector, bytes memory other) public {
        vm.assume(other.length != vector.length);
        for (uint160 place = 0; place < 4; place++) {
            bytes memory input = abi.encodePacked(n, q, vector, place < 2 ? bytes("") : vector);
            answer(BASE + place, input, other);
        }
        allFail(n, q, vector);
    }

    function testFuzz_inputsThatAreRefused(uint32 n, uint64 q, bytes memory vector) public {
        for (uint160 place = 0; place < 4; place++) vm.mockCallRevert(address(BASE + place), "", "");
        allFail(n, q, vector);
    }

    function testFuzz_noPrecompiles(uint32 n, uint64 q, bytes memory vector) public {
        allFail(n, q, vector);
        allFail(n, q, "");
    }

    function testFuzz_lengthsThatDiffer(uint32 n, uint64 q, bytes memory first, bytes memory second) public {
        vm.assume(first.length != second.length);
        bytes memory differ = abi.encodeWithSelector(PapilioNtt.LengthsDiffer.selector, first.length, second.length);
        vm.expectRevert(differ);
        library_.multiply(BASE, n, q, first, second);
        vm.expectRevert(differ);
        library_.add(BASE, n, q, first, second);
    }

    function allFail(uint32 n, uint64 q, bytes memory vector) private {
        expectFailure(BASE);
        library_.forward(BASE, n, q, vector);
        expectFailure(BASE + 1);
        library_.inverse(BASE, n, q, vector);
        expectFailure(BASE + 2);
        library_.multiply(BASE, n, q, vector, vector);
        expectFailure(BASE + 3);
        library_.add(BASE, n, q, vector, vector);
    }

    function expectFailure(uint160 place) private {
        vm.expectRevert(abi.encodeWithSelector(PapilioNtt.PrecompileFailed.selector, address(place)));
    }

    function answer(uint160 place, bytes memory input, bytes memory output) private {
        vm.mockCall(address(place), input, output);
    }
}
