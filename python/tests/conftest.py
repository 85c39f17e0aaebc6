"""The ground of all tests."""

import signal

import pytest

# A shell that starts them in the background has its programs ignore interrupts, which some tests raise.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def patient():
    """Wraps what starts nodes of Ray, which gives each of them thirty seconds: beside other work it is tried again."""

    def wrap(start):
        def started(*arguments, **options):
            for _ in range(3):
                try:
                    return start(*arguments, **options)
                except Exception as late:
                    print(f"tried again: {late}")
            return start(*arguments, **options)

        return started

    return wrap
