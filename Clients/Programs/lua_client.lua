-- A client on one of Lua's libraries: lua_client.lua luasec|luasec-default|http URL CA.
--
-- "luasec-default" is told the CA, and nothing about verification.

-- Hatpin sets the deadline: a client that gives up first looks like a refusal.
local timeout = 3600

local function by_luasec_default(url, ca, verify)
    local https = require "ssl.https"
    https.TIMEOUT = timeout
    local answer, status = https.request {url = url, cafile = ca, verify = verify}
    if not answer then error(status, 0) end
    return status
end

local function by_luasec(url, ca)
    return by_luasec_default(url, ca, "peer")
end

local function by_http(url, ca)
    local request = require("http.request").new_from_uri(url)
    local store = require("openssl.x509.store").new()
    store:add(ca)
    request.ctx = require("http.tls").new_client_context()
    request.ctx:setStore(store)
    local headers, fault = request:go(timeout)
    if not headers then error(fault, 0) end
    return tonumber(headers:get ":status")
end

local libraries = {luasec = by_luasec, ["luasec-default"] = by_luasec_default, http = by_http}
local library, url, ca = arg[1], arg[2], arg[3]
if #arg ~= 3 or not libraries[library] then
    io.stderr:write("usage: lua_client.lua luasec|luasec-default|http URL CA\n")
    os.exit(2)
end
local is_done, status = pcall(libraries[library], url, ca)
if not is_done then
    io.stderr:write(tostring(status), "\n")
    os.exit(1)
end
os.exit(status == 200 and 0 or 1)
