/* model_check.h - what is so of every model, whatever was done before. */
#ifndef RUMMERY_MODEL_CHECK_H
#define RUMMERY_MODEL_CHECK_H

#include "midend/model.h"

/* NULL, or the first sentence that does not hold of this model of the midend. */
const char *model_complaint(const struct midend *midend, const struct model *model);

#endif
