mod bench;
mod chains;
mod circuits;
mod classical;
mod operations;
