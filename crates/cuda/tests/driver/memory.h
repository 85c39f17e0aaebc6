// Memory of the device and of the host, and the pools from which the first comes.
#pragma once
#include "settings.h"
#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>

namespace standin {
// Words before and after each block that nothing writes.
constexpr size_t MARGIN = 64;
// Blocks begin at multiples of that many bytes, and are as long.
constexpr uint64_t GRANULE = 512;
// Bytes of blocks that are kept after their end, to find whoever uses them still.
constexpr uint64_t MOST_GONE = 64 << 20;

struct Block {
    uint64_t address, bytes;
    // Whether it is of the device, and from a pool, or of the host.
    bool of_device;
    uint64_t pool;
    // Bytes that the pool has for it.
    uint64_t reserved;
    // Its allocation has come in its stream; its end was asked for.
    bool there, ending;
    // Its end has come.
    std::shared_ptr<bool> over;
    std::vector<uint64_t> words;

    Block(uint64_t size, bool of_device, uint64_t pool, uint64_t reserved)
        : bytes(size), of_device(of_device), pool(pool), reserved(reserved), there(!of_device), ending(false),
          over(std::make_shared<bool>(false)), words((size + 7) / 8 + 2 * MARGIN + GRANULE / 8, UINT64_MAX) {
        const uint64_t first = reinterpret_cast<uint64_t>(words.data() + MARGIN);
        address = (first + GRANULE - 1) / GRANULE * GRANULE;
    }

    bool has(uint64_t from, uint64_t length) const { return from >= address && length <= bytes && from - address <= bytes - length; }

    // Whether the words beside it are what they were.
    bool margins_are_untouched() const {
        const auto* const first = reinterpret_cast<const uint64_t*>(address);
        const auto* const end = first + (bytes + 7) / 8;
        const auto untouched = [](uint64_t word) { return word == UINT64_MAX; };
        return std::all_of(first - MARGIN, first, untouched) && std::all_of(end, end + MARGIN, untouched);
    }
};
typedef std::shared_ptr<Block> Shared;

// Memory that was freed and is kept; from other streams, and to be given back, only once its end has come.
struct Kept {
    uint64_t stream;
    std::shared_ptr<bool> over;
};

struct Pool {
    uint64_t threshold = 0, reserved = 0;
    std::multimap<uint64_t, Kept> kept;
};

struct Memory {
    std::map<uint64_t, Shared> blocks;
    std::deque<Shared> gone;
    uint64_t bytes_gone = 0, pinned = 0;
    std::map<uint64_t, Pool> pools;

    uint64_t reserved() const {
        uint64_t sum = 0;
        for (const auto& [handle, pool] : pools) sum += pool.reserved;
        return sum;
    }

    uint64_t count(bool of_device) const {
        return std::count_if(blocks.begin(), blocks.end(),
                             [=](const auto& entry) { return entry.second->of_device == of_device && !entry.second->ending; });
    }

    // The block that has an address, or whose end it is.
    Shared at(uint64_t address) const {
        const auto after = blocks.upper_bound(address);
        if (after == blocks.begin()) return nullptr;
        const Shared& block = std::prev(after)->second;
        return address - block->address <= block->bytes ? block : nullptr;
    }

    // The block of bytes that a call names.
    Shared of(uint64_t address, uint64_t bytes, const std::string& what) const {
        const Shared block = at(address);
        demand(block && block->has(address, bytes), what + ": bytes that are in no allocation");
        demand(!block->ending, what + ": memory whose end was asked for");
        return block;
    }

    Shared add(Block&& made) {
        const Shared block = std::make_shared<Block>(std::move(made));
        blocks[block->address] = block;
        return block;
    }

    // Fills a block whose end has come, and keeps the last ones of them.
    void remove(const Shared& block) {
        demand(block->margins_are_untouched(), "words beside an allocation were written");
        *block->over = true;
        std::fill(block->words.begin(), block->words.end(), 0xEEEEEEEEEEEEEEEE);
        gone.push_back(block);
        for (bytes_gone += block->bytes; bytes_gone > MOST_GONE; gone.pop_front()) {
            bytes_gone -= gone.front()->bytes;
            blocks.erase(gone.front()->address);
        }
    }

    // Bytes for a block: those that are kept, whole, or else of the device; 0 where there are none.
    uint64_t reserve(Pool& pool, uint64_t bytes, uint64_t stream) {
        for (auto kept = pool.kept.lower_bound(bytes); kept != pool.kept.end(); ++kept)
            if (kept->second.stream == stream || *kept->second.over) {
                const uint64_t found = kept->first;
                pool.kept.erase(kept);
                return found;
            }
        if (bytes > settings().memory || reserved() > settings().memory - bytes) return 0;
        pool.reserved += bytes;
        counts()["reserved of the device"]++;
        return bytes;
    }

    // Gives back what is kept beyond so many bytes of a pool, where its end has come.
    static void trim(Pool& pool, uint64_t least) {
        for (auto kept = pool.kept.begin(); kept != pool.kept.end() && pool.reserved > least;) {
            if (!*kept->second.over) {
                ++kept;
                continue;
            }
            pool.reserved -= kept->first;
            kept = pool.kept.erase(kept);
        }
    }
};
}  // namespace standin
