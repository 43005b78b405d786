-- A name as a service may send it.
return {
  markup = "<img src=x onerror=alert(1)><b>bold</b>\"'&amp;",
  arabic = "عنوان طويل من اليمين إلى اليسار",
  long = ("Donaudampfschifffahrtsgesellschaftskapitän "):rep(6),
}
