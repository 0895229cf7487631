/* catalogue.h: all entries, settings and switches as JSON, for the page's lists and sliders. */
#ifndef SAMPLES_WEB_CATALOGUE_H
#define SAMPLES_WEB_CATALOGUE_H

#include "sandbox/desk.h"

/* Written once; the same text afterwards. */
const char *catalogue_text(const desk *d);

#endif
