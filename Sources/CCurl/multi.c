#include "decoding.h"
#include "library.h"

CURLM *ccurl_multi_new(long connections) {
  CURLM *multi = curl->curl_multi_init();
  if (!multi) return NULL;
  curl->curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
  curl->curl_multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  return multi;
}

void ccurl_multi_free(CURLM *multi) { curl->curl_multi_cleanup(multi); }

void ccurl_multi_wait(CURLM *multi, int milliseconds) {
  curl->curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

void ccurl_multi_wake(CURLM *multi) { curl->curl_multi_wakeup(multi); }

int ccurl_multi_perform(CURLM *multi) {
  int running = 0;
  curl->curl_multi_perform(multi, &running);
  return running;
}

ccurl_transfer *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl->curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    CURL *easy = message->easy_handle;
    ccurl_transfer *transfer = NULL;
    curl->curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
    curl->curl_multi_remove_handle(multi, easy);
    if (*result == CURLE_OK && (transfer->coding = ccurl_cut_coding(transfer))) {
      transfer->stop = CCURL_STOP_CUT;
      *result = CURLE_PARTIAL_FILE;
    }
    return transfer;
  }
  return NULL;
}
