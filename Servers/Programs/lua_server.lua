-- A server on Lua's LuaSec that requires a client certificate: lua_server.lua PORT CERT KEY CA.
--
-- It answers each request with the last common name of the certificate and the request's path, and
-- logs why it refuses a client.
local socket = require "socket"
local ssl = require "ssl"

local port, certificate, key, ca = arg[1], arg[2], arg[3], arg[4]
local context = assert(ssl.newcontext {
    mode = "server", protocol = "any", options = {"all", "no_sslv3", "no_tlsv1", "no_tlsv1_1"},
    certificate = certificate, key = key, cafile = ca, depth = 10,
    verify = {"peer", "fail_if_no_peer_cert"},
})

local function common_name(shown)
    local name = ""
    for _, part in ipairs(shown and shown:subject() or {}) do
        if part.name == "commonName" then name = part.value end
    end
    return name
end

local function serve(secured)
    assert(secured:dohandshake())
    local path = assert(secured:receive("*l")):match("^%S+ (%S+)")
    repeat local line = secured:receive("*l") until not line or line == ""
    local name = common_name(secured:getpeercertificate())
    secured:send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuser=" .. name .. " path=" .. path .. "\n")
end

local listener = assert(socket.bind("127.0.0.1", tonumber(port)))
while true do
    -- The wrapped object has the socket, and a time limit of its own.
    local secured = assert(ssl.wrap(assert(listener:accept()), context))
    secured:settimeout(5)
    local is_done, fault = pcall(serve, secured)
    if not is_done then io.stderr:write(tostring(fault), "\n") end
    secured:close()
end
