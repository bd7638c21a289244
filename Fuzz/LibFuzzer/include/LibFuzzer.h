// What libFuzzer offers to custom mutators (compiler-rt/lib/fuzzer/FuzzerInterface.h).
#pragma once

#include <stddef.h>
#include <stdint.h>

// Mutates `size` bytes in place to at most `maximum_size`; returns how many there are afterwards.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t maximum_size);
