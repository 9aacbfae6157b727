// SPDX-License-Identifier: MIT
// What these clients share: TAP, and the bytes of a file.
#ifndef CLIENT_HPP
#define CLIENT_HPP

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static bool good = true; // no check has failed

static void check(bool is_so, const std::string &name)
{
    static int number;
    std::printf("%s %d - %s\n", is_so ? "ok" : "not ok", ++number, name.c_str());
    good &= is_so;
}

static std::vector<unsigned char> contents(const char *path)
{
    std::vector<unsigned char> out;
    std::FILE *in = std::fopen(path, "rb");
    if (in == nullptr)
        std::exit(2);
    unsigned char chunk[4096];
    for (std::size_t n; (n = std::fread(chunk, 1, sizeof chunk, in)) > 0;)
        out.insert(out.end(), chunk, chunk + n);
    std::fclose(in);
    return out;
}

#endif
