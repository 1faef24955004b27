#include <stdio.h>

#include <iptc-data.h>
#include <iptc-jpeg.h>
