// Bodies that are too big for memory: what arrives is handed on in pieces, what is sent comes in pieces.
// The other end of both is slow, so that libcurl pauses meanwhile.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "library.h"

// The bytes of a piece.
enum { PIECE = 1 << 20 };

int ccurl_must_wait(ccurl_transfer *transfer, size_t length) {
  if (transfer->streams_body <= 0 || transfer->body_length == 0) return 0;
  if (transfer->body_length + length <= PIECE) return 0;
  transfer->receiving_waits = 1;
  transfer->on_wait(transfer->owner);
  return 1;
}

static size_t on_read(char *buffer, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t left = transfer->upload_length - transfer->upload_position;
  if (left == 0) {
    if (transfer->upload_ended) return 0;
    if (!transfer->sending_waits) {
      transfer->sending_waits = 1;
      transfer->on_wait(transfer->owner);
    }
    return CURL_READFUNC_PAUSE;
  }
  size_t length = left < size * count ? left : size * count;
  memcpy(buffer, transfer->upload + transfer->upload_position, length);
  transfer->upload_position += length;
  return length;
}

// libcurl begins anew when a connection that it took for alive was not.
static int on_seek(void *context, curl_off_t offset, int origin) {
  ccurl_transfer *transfer = context;
  if (origin != SEEK_SET || offset != 0) return CURL_SEEKFUNC_CANTSEEK;
  transfer->upload_length = transfer->upload_position = 0;
  transfer->upload_ended = 0;
  transfer->on_rewind(transfer->owner);
  return CURL_SEEKFUNC_OK;
}

void ccurl_set_upload(ccurl_transfer *transfer, uint64_t length) {
  CURL *easy = transfer->easy;
  transfer->upload_length = transfer->upload_position = 0;
  transfer->upload_ended = 0;
  curl->curl_easy_setopt(easy, CURLOPT_POST, 1L);
  curl->curl_easy_setopt(easy, CURLOPT_POSTFIELDS, NULL);
  curl->curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
  curl->curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_read);
  curl->curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, on_seek);
  curl->curl_easy_setopt(easy, CURLOPT_SEEKDATA, transfer);
}

int ccurl_transfer_supply(ccurl_transfer *transfer, const void *bytes, size_t length, int ended) {
  transfer->upload_length = transfer->upload_position = 0;
  if (!ccurl_reserve((void **)&transfer->upload, &transfer->upload_capacity, 0, length)) return 0;
  if (length > 0) memcpy(transfer->upload, bytes, length);
  transfer->upload_length = length;
  transfer->upload_ended = ended;
  return 1;
}

void ccurl_transfer_resume(ccurl_transfer *transfer) {
  transfer->sending_waits = transfer->receiving_waits = 0;
  curl->curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
}

void ccurl_transfer_piece_taken(ccurl_transfer *transfer) {
  transfer->streamed += transfer->body_length;
  transfer->body_length = 0;
}
