-- Imitates a receiver of webhooks, which takes everything; at /gone it is no longer there.
return {
  routes = { ["POST /webhook/*"] = function(request)
    if request.path == "/webhook/gone" then return { status = 410, json = { error = "gone" } } end
    return { json = { taken = true } }
  end },
}
