#include <nss/nss.h>
