# A client on Nim's httpclient: nim_client URL CA.
import std/[httpclient, net, os]

if paramCount() != 2:
  stderr.writeLine("usage: nim_client URL CA")
  quit(2)
try:
  let context = newContext(verifyMode = CVerifyPeer, caFile = paramStr(2))
  let client = newHttpClient(sslContext = context)
  quit(if client.get(paramStr(1)).code == Http200: 0 else: 1)
except CatchableError as fault:
  stderr.writeLine(fault.msg)
  quit(1)
