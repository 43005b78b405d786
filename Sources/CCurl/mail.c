#include <string.h>

#include "library.h"

typedef struct reading {
  const char *text;
  size_t length, position;
} reading;

static size_t on_read(char *buffer, size_t size, size_t count, void *context) {
  reading *left = context;
  size_t room = size * count, rest = left->length - left->position;
  size_t taken = rest < room ? rest : room;
  memcpy(buffer, left->text + left->position, taken);
  left->position += taken;
  return taken;
}

static size_t on_text(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

// Keeps the last line of the server's replies, which says why it refuses; libcurl has the number alone.
static size_t on_reply(char *bytes, size_t size, size_t count, void *context) {
  ccurl_mail_result *result = context;
  size_t length = size * count;
  while (length > 0 && (bytes[length - 1] == '\r' || bytes[length - 1] == '\n')) length--;
  if (length >= sizeof result->reply) length = sizeof result->reply - 1;
  memcpy(result->reply, bytes, length);
  result->reply[length] = 0;
  return size * count;
}

static void set_options(CURL *easy, const ccurl_settings *settings, const ccurl_mail *mail,
                        reading *text, ccurl_mail_result *result) {
  curl->curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl->curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, result->error);
  curl->curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  // Never in the clear; the certificate is checked, which is libcurl's default.
  curl->curl_easy_setopt(easy, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
  curl->curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl->curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl->curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  curl->curl_easy_setopt(easy, CURLOPT_URL, mail->url);
  curl->curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, mail->connect_ms);
  curl->curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, mail->total_ms);
  curl->curl_easy_setopt(easy, CURLOPT_MAIL_FROM, mail->from);
  curl->curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, mail->to);
  curl->curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
  curl->curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_read);
  curl->curl_easy_setopt(easy, CURLOPT_READDATA, text);
  // Without these the server's replies would go to standard output.
  curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_text);
  curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_reply);
  curl->curl_easy_setopt(easy, CURLOPT_HEADERDATA, result);
  if (mail->user) {
    curl->curl_easy_setopt(easy, CURLOPT_USERNAME, mail->user);
    curl->curl_easy_setopt(easy, CURLOPT_PASSWORD, mail->password ? mail->password : "");
  }
  if (settings->ca_file) curl->curl_easy_setopt(easy, CURLOPT_CAINFO, settings->ca_file);
  if (settings->resolve) curl->curl_easy_setopt(easy, CURLOPT_RESOLVE, settings->resolve);
}

ccurl_mail_result ccurl_mail_send(const ccurl_settings *settings, const ccurl_mail *mail) {
  ccurl_mail_result result = {.code = CURLE_OUT_OF_MEMORY};
  CURL *easy = curl->curl_easy_init();
  if (!easy) return result;
  reading text = {mail->text, mail->length, 0};
  set_options(easy, settings, mail, &text, &result);
  result.code = curl->curl_easy_perform(easy);
  curl->curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &result.status);
  result.is_handed_over = text.position == text.length;
  curl->curl_easy_cleanup(easy);
  return result;
}
