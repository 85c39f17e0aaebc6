"""The ground of all tests."""

import signal

# A shell that starts them in the background has its programs ignore interrupts, which some tests raise.
signal.signal(signal.SIGINT, signal.default_int_handler)
