/* SPDX-License-Identifier: MIT */
/*
 * See ../platform.h: Windows. Wide-character functions are used, so that the user's code page does not matter. The
 * programs start at wmain() (-municode) and get UTF-8.
 */
#include "../platform.h"
#include "../memory.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <wchar.h>
#include <windows.h>

enum { PATH_CHARACTERS = 4200 }; /* more than the programs' longest path */

int main(int argc, char **argv);
int wmain(int argc, wchar_t **wide);

int _dowildcard = -1; /* the startup code expands * and ?, because no shell does */

/* A string of UTF-8 that is never freed. */
static char *utf8(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *out = tool_malloc((size_t)size);
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, out, size, NULL, NULL);
    return out;
}

/* Bytes are read and written unchanged: lines do not get \r, and Ctrl-Z does not end a file. */
int wmain(int argc, wchar_t **wide)
{
    char **argv = tool_calloc((size_t)argc + 1, sizeof *argv);
    for (int i = 0; i < argc; i++)
        argv[i] = utf8(wide[i]);
    for (int stream = 0; stream < 3; stream++)
        _setmode(stream, _O_BINARY);
    return main(argc, argv);
}

/* -- files by name -- */

const char platform_separators[] = "/\\:";

static const wchar_t *wide_path(const char *path, wchar_t *out)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, PATH_CHARACTERS))
        return out;
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
    return NULL;
}

static int describe(HANDLE file, struct platform_file *out)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (GetFileType(file) != FILE_TYPE_DISK || !GetFileInformationByHandle(file, &about))
        return 0;
    out->device = about.dwVolumeSerialNumber;
    out->number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    out->size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    out->is_directory = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    out->is_regular = !out->is_directory;
    out->is_trusted = 1;
    return 1;
}

/* `flags` for CreateFileW(): of a directory, or of a link itself. */
static int look(const char *path, DWORD flags, struct platform_file *out)
{
    wchar_t wide[PATH_CHARACTERS];
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    if (!wide_path(path, wide))
        return 0;
    const HANDLE file = CreateFileW(wide, 0, share, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    const int is_there = file != INVALID_HANDLE_VALUE && describe(file, out);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    return is_there;
}

int platform_look(const char *path, struct platform_file *out)
{
    return look(path, 0, out);
}

static HANDLE handle(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

int platform_look_open(int fd, struct platform_file *out)
{
    return describe(handle(fd), out);
}

static int beyond_streams(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    const int other = beyond_streams(_dup(fd));
    _close(fd);
    return other;
}

static int open_wide(const char *path, int flags)
{
    wchar_t wide[PATH_CHARACTERS];
    struct platform_file file;
    const int fd = wide_path(path, wide) ? _wopen(wide, flags | _O_BINARY, _S_IREAD | _S_IWRITE) : -1;
    if (fd < 0 && errno == EACCES && platform_look(path, &file) && file.is_directory)
        errno = EISDIR;
    return beyond_streams(fd);
}

int platform_open(const char *path)
{
    return open_wide(path, _O_RDONLY);
}

int platform_open_regular(const char *path)
{
    struct platform_file file;
    const int fd = platform_open(path); /* a folder is not a regular file */
    if (fd < 0 || (platform_look_open(fd, &file) && file.is_regular))
        return fd;
    _close(fd);
    errno = EINVAL;
    return -1;
}

int platform_create(const char *path)
{
    return open_wide(path, _O_WRONLY | _O_CREAT | _O_TRUNC);
}

/* Links are not followed: their target is written directly. */
char *platform_replaceable(const char *path)
{
    wchar_t wide[PATH_CHARACTERS];
    const DWORD about = wide_path(path, wide) ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    const DWORD other =
        FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_READONLY;
    struct platform_file file;
    if (about == INVALID_FILE_ATTRIBUTES)
        return GetLastError() == ERROR_FILE_NOT_FOUND && *path ? _strdup(path) : NULL;
    return !(about & other) && platform_look(path, &file) && file.is_regular ? _strdup(path) : NULL;
}

int platform_create_new(const char *path, const char *like)
{
    (void)like; /* the folder determines its permissions */
    return open_wide(path, _O_WRONLY | _O_CREAT | _O_EXCL);
}

int platform_rename(const char *from, const char *to)
{
    wchar_t wide_from[PATH_CHARACTERS], wide_to[PATH_CHARACTERS];
    if (!wide_path(from, wide_from) || !wide_path(to, wide_to))
        return -1;
    if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING))
        return 0;
    errno = EACCES; /* another program has it open */
    return -1;
}

void platform_remove(const char *path)
{
    wchar_t wide[PATH_CHARACTERS];
    if (wide_path(path, wide))
        _wremove(wide);
}

void platform_at_signal(void (*clean)(void))
{
    (void)clean;
}

void platform_discard(int fd, const char *name)
{
    wchar_t wide[PATH_CHARACTERS];
    struct platform_file a, b;
    const int is_own = look(name, FILE_FLAG_OPEN_REPARSE_POINT, &a) && platform_look_open(fd, &b) &&
                       a.device == b.device && a.number == b.number;
    const int is_empty = _chsize(fd, 0) == 0;
    _close(fd); /* first, because an open file cannot be removed */
    if (is_empty && is_own && wide_path(name, wide))
        _wremove(wide);
}

/* -- bytes of open files -- */

int64_t platform_read(int fd, void *bytes, size_t cap)
{
    return _read(fd, bytes, cap < INT_MAX ? (unsigned)cap : INT_MAX);
}

/* ReadFile() at a place also moves the current place, which is restored here. */
int64_t platform_read_at(int fd, void *bytes, size_t cap, uint64_t offset)
{
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    const int64_t next = _telli64(fd);
    DWORD n = 0;
    if (offset > (uint64_t)INT64_MAX - cap)
        return 0;
    const BOOL done = ReadFile(handle(fd), bytes, cap < INT_MAX ? (DWORD)cap : INT_MAX, &n, &place);
    const int is_read = done || GetLastError() == ERROR_HANDLE_EOF;
    _lseeki64(fd, next, SEEK_SET);
    if (!is_read)
        errno = EIO;
    return is_read ? (int64_t)n : -1;
}

int platform_go_to(FILE *file, uint64_t offset)
{
    return _ftelli64(file) == (int64_t)offset ? 0 : _fseeki64(file, (int64_t)offset, SEEK_SET);
}

unsigned platform_terminal_columns(int fd)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!_isatty(fd))
        return 0;
    const int is_known = GetConsoleScreenBufferInfo(handle(fd), &info) && info.srWindow.Right >= info.srWindow.Left;
    return is_known ? (unsigned)(info.srWindow.Right - info.srWindow.Left) + 1 : 80;
}

int platform_pager_begin(const char *command)
{
    (void)command;
    return 0;
}

void platform_output(const char *const *command, FILE *input, char *text, size_t cap)
{
    (void)command;
    (void)input;
    (void)cap;
    text[0] = 0;
}

void platform_pager_end(void)
{
}

void platform_survive_limit(void)
{
}

/* If a pipe's reader went away, the C library reports EINVAL. */
int platform_write_error(void)
{
    const unsigned long error = _doserrno;
    return error == ERROR_NO_DATA || error == ERROR_PIPE_NOT_CONNECTED ? EPIPE : errno;
}

unsigned platform_cores(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors ? (unsigned)info.dwNumberOfProcessors : 1;
}

const void *platform_map(int fd, uint64_t size)
{
    const HANDLE mapping = CreateFileMappingW(handle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    const void *bytes = mapping && (size_t)size == size ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
    if (mapping)
        CloseHandle(mapping);
    return bytes;
}

void platform_unmap(const void *bytes, size_t size)
{
    (void)size;
    UnmapViewOfFile(bytes);
}

/* tmpfile() would need the right to write to the root of the disk. */
FILE *platform_temporary(void)
{
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    const int has = GetTempPathW(MAX_PATH + 1, folder) && GetTempFileNameW(folder, L"spe", 0, path);
    return has ? _wfopen(path, L"w+bTD") : NULL; /* short-lived, deleted when it is closed */
}
