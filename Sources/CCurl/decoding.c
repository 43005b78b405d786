// A body's decoder: a stage for each coding. Bytes are drawn from the last stage, and each stage draws on
// the one before when it has nothing left, so that a transfer can pause between any two.
#define _GNU_SOURCE
#include "decoding.h"

#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "codings.h"
#include "library.h"

// The most codings of a body, as libcurl has it.
enum { MOST_CODINGS = 5 };

struct ccurl_decoder {
  // In the order in which they are undone.
  ccurl_stage *stages[MOST_CODINGS];
  int count;
  // Bytes of the present piece that were decoded before a pause: libcurl brings the piece again.
  size_t decoded;
};

int ccurl_decoder_add(ccurl_transfer *transfer, const ccurl_coding *coding) {
  if (!transfer->decoder) transfer->decoder = calloc(1, sizeof *transfer->decoder);
  struct ccurl_decoder *decoder = transfer->decoder;
  if (!decoder || decoder->count == MOST_CODINGS) return 0;
  ccurl_stage *stage = calloc(1, sizeof *stage);
  if (!stage) return 0;
  stage->coding = coding;
  // The last one applied is undone first.
  memmove(decoder->stages + 1, decoder->stages, (size_t)decoder->count * sizeof stage);
  decoder->stages[0] = stage;
  decoder->count++;
  return 1;
}

void ccurl_decoder_free(ccurl_transfer *transfer) {
  struct ccurl_decoder *decoder = transfer->decoder;
  if (!decoder) return;
  for (int i = 0; i < decoder->count; i++) {
    ccurl_stage *stage = decoder->stages[i];
    if (stage->state) stage->coding->end(stage->state);
    free(stage);
  }
  free(decoder);
  transfer->decoder = NULL;
}

// Decodes a part of what is left of a stage's piece.
static ccurl_step step(ccurl_stage *stage) {
  stage->out_length = 0;
  if (!stage->state) stage->state = stage->coding->begin(stage->in);
  if (!stage->state) return CCURL_STEP_MEMORY;
  if (stage->has_ended && !stage->coding->continues(*stage->in)) stage->drops_rest = 1;
  if (!stage->drops_rest) return stage->coding->step(stage);
  stage->in_length = 0;
  return CCURL_STEP_DONE;
}

// Whether a stage may give more than it has given: its buffer was too small.
static int has_more(const ccurl_stage *stage) {
  return stage->out_length == sizeof stage->out && !stage->has_ended;
}

// Fills a stage's buffer. Returns 1, 0 when that takes a further piece, or what went wrong.
static int fill(struct ccurl_decoder *decoder, int index) {
  ccurl_stage *stage = decoder->stages[index];
  while (1) {
    while (stage->in_length > 0 || has_more(stage)) {
      ccurl_step result = step(stage);
      if (result != CCURL_STEP_DONE) return result;
      if (stage->out_length > 0) return 1;
    }
    if (index == 0) return 0;
    int found = fill(decoder, index - 1);
    if (found <= 0) return found;
    stage->in = decoder->stages[index - 1]->out;
    stage->in_length = decoder->stages[index - 1]->out_length;
  }
}

size_t ccurl_decode(ccurl_transfer *transfer, const char *bytes, size_t length) {
  struct ccurl_decoder *decoder = transfer->decoder;
  ccurl_stage *first = decoder->stages[0], *last = decoder->stages[decoder->count - 1];
  size_t before = decoder->decoded < length ? decoder->decoded : length;
  first->in = (const uint8_t *)bytes + before;
  first->in_length = length - before;
  int found;
  do {
    if (ccurl_must_wait(transfer, sizeof last->out)) {
      decoder->decoded = length - first->in_length;
      return CURL_WRITEFUNC_PAUSE;
    }
    found = fill(decoder, decoder->count - 1);
    if (found == 1 && !ccurl_take(transfer, last->out, last->out_length)) return 0;
  } while (found == 1);
  if (found != 0) {
    transfer->coding = first->coding->name;
    transfer->stop = found == CCURL_STEP_MEMORY ? CCURL_STOP_MEMORY : CCURL_STOP_DAMAGED;
    return 0;
  }
  decoder->decoded = 0;
  transfer->received += length;
  return length;
}

// Whether an answer may have no body at all, though it names a coding.
static int may_be_empty(ccurl_transfer *transfer) {
  long status = ccurl_transfer_status(transfer);
  curl_off_t length = -1;
  curl->curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  return transfer->is_head || length >= 0 || status == 204 || status == 205 || status >= 300;
}

const char *ccurl_cut_coding(ccurl_transfer *transfer) {
  struct ccurl_decoder *decoder = transfer->decoder;
  if (!decoder || transfer->keeps_coding) return NULL;
  if (!decoder->stages[0]->state && may_be_empty(transfer)) return NULL;
  for (int i = 0; i < decoder->count; i++) {
    if (!decoder->stages[i]->has_ended) return decoder->stages[i]->coding->name;
  }
  return NULL;
}
