// Modules and their kernels, as the text of the kernels declares them.
#pragma once
#include "settings.h"

namespace standin {
struct Function {
    std::string name;
    uint64_t module;
    // Bytes of each parameter.
    std::vector<unsigned> parameters;
    unsigned threads, shared;
};

// Shared memory that a kernel has without being asked for more.
constexpr unsigned SHARED_AT_FIRST = 48 << 10;

// Bytes of a parameter: `.param .u64 NAME` or `.param .align 8 .b8 NAME[BYTES]`.
inline unsigned parameter_bytes(const std::string& line) {
    const size_t array = line.find('[');
    if (array != std::string::npos) return std::stoul(line.substr(array + 1));
    return line.find(".u64") != std::string::npos ? 8 : 4;
}

// Kernels of a text, which ends with a zero after its last bracket.
inline std::map<std::string, Function> read_kernels(const char* text) {
    const size_t length = strlen(text);
    size_t end = length;
    while (end && isspace(text[end - 1])) end--;
    demand(end && text[end - 1] == '}', "the text of the kernels has no zero at its end");
    std::map<std::string, Function> all;
    std::istringstream lines(std::string(text, length));
    Function* kernel = nullptr;
    for (std::string line; std::getline(lines, line);) {
        const size_t entry = line.find(".entry ");
        if (entry != std::string::npos) {
            const std::string name = line.substr(entry + 7, line.find('(') - entry - 7);
            kernel = &(all[name] = {name, 0, {}, 1024, SHARED_AT_FIRST});
        } else if (kernel && line.find(".param ") != std::string::npos && line.find("ld.param") == std::string::npos) {
            kernel->parameters.push_back(parameter_bytes(line));
        } else if (kernel && line.rfind(".maxntid ", 0) == 0) {
            kernel->threads = std::stoul(line.substr(9));
        } else if (line == "{") {
            kernel = nullptr;
        }
    }
    return all;
}

// The number after a word at the beginning of a line, without its point: 84 of `.version 8.4`.
inline uint64_t number_after(const char* text, const char* word) {
    const char* const found = strstr(text, word);
    demand(found, std::string("the text of the kernels has no ") + word);
    uint64_t digits = 0;
    for (const char* at = found + strlen(word); isdigit(*at) || *at == '.'; at++)
        if (*at != '.') digits = 10 * digits + (*at - '0');
    return digits;
}

// Whether a driver and a device take a text: CUDA 12.n reads language 8.n, and 13.n 9.n.
inline int taken(const char* text) {
    const uint64_t version = settings().version / 1000 * 10 - 40 + settings().version % 1000 / 10;
    if (number_after(text, ".version ") > version) return UNSUPPORTED_PTX_VERSION;
    return number_after(text, ".target sm_") > settings().capability ? NO_BINARY_FOR_GPU : SUCCESS;
}
}  // namespace standin
