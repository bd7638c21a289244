// System calls on namespaces that take variable arguments or unions, which Swift does not import.

#define _GNU_SOURCE

#include "namespace.h"

#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

/// From <linux/ipv6.h>, which conflicts with <netinet/in.h>.
struct address_request {
    struct in6_addr address;
    uint32_t prefix;
    int index;
};

static int with_socket(int family, unsigned long request, void *argument) {
    int descriptor = socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int result = ioctl(descriptor, request, argument);
    int error = errno;
    close(descriptor);
    errno = error;
    return result;
}

int hatpin_raise_loopback(void) {
    struct ifreq request = {.ifr_name = "lo"};
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    return with_socket(AF_INET, SIOCSIFFLAGS, &request);
}

static int add_ipv4(const uint8_t *bytes, int number) {
    struct ifreq request = {0};
    // Each further IPv4 address needs its own label.
    snprintf(request.ifr_name, sizeof request.ifr_name, "lo:%d", number);
    struct sockaddr_in *address = (struct sockaddr_in *)&request.ifr_addr;
    address->sin_family = AF_INET;
    memcpy(&address->sin_addr, bytes, sizeof address->sin_addr);
    if (with_socket(AF_INET, SIOCSIFADDR, &request) != 0) return -1;
    memset(&address->sin_addr, 0xff, sizeof address->sin_addr);
    return with_socket(AF_INET, SIOCSIFNETMASK, &request);
}

int hatpin_add_address(const uint8_t *bytes, int count, int number) {
    if (count == 4) return add_ipv4(bytes, number);
    struct address_request request = {.prefix = 128, .index = (int)if_nametoindex("lo")};
    memcpy(&request.address, bytes, sizeof request.address);
    int result = with_socket(AF_INET6, SIOCSIFADDR, &request);
    return result != 0 && errno == EEXIST ? 0 : result;
}

int hatpin_bind(const char *file, const char *target) {
    return mount(file, target, NULL, MS_BIND, NULL);
}

int hatpin_mount_memory(const char *folder) {
    return mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0700");
}

int hatpin_unmount(const char *folder) { return umount2(folder, MNT_DETACH); }
