// A client on one of Node's libraries: node_client.js https|fetch URL CA [--certificate FILE --key
// FILE]. `fetch` takes its anchors from NODE_EXTRA_CA_CERTS.
//
// Exits with 0 after an answer of status 200, with 2 if its command line is wrong, and else with 1 and
// the library's error text on standard error.
"use strict";

const { readFileSync } = require("fs");
const https = require("https");

// Hatpin sets the deadline: a client that gives up first looks like a refusal.
const timeout = 3600000;

/// Returns the answer's status. Each request has its own agent, so it resumes no session.
function byHTTPS({ url, ca, certificate, key }) {
  return new Promise((resolve, reject) => {
    const request = https.get(url, {
      agent: new https.Agent({ maxCachedSessions: 0 }),
      ca: readFileSync(ca),
      cert: certificate && readFileSync(certificate),
      key: key && readFileSync(key),
      timeout,
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
    request.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
}

async function byFetch({ url }) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  return answer.status;
}

/// Returns the texts of an error and of all its causes.
function reason(fault) {
  const words = `${fault.code ?? fault.name}: ${fault.message}`;
  return fault.cause ? `${words}\n${reason(fault.cause)}` : words;
}

const libraries = { https: byHTTPS, fetch: byFetch };
module.exports = { libraries, reason };

function parsed([library, url, ca, ...options]) {
  const given = { library: libraries[library], url, ca };
  for (let i = 0; i < options.length; i += 2) given[options[i].replace("--", "")] = options[i + 1];
  if (!given.library || !ca || options.length % 2 || !given.certificate !== !given.key) {
    console.error("usage: node_client.js https|fetch URL CA [--certificate FILE --key FILE]");
    process.exit(2);
  }
  return given;
}

if (require.main === module) {
  const given = parsed(process.argv.slice(2));
  given
    .library(given)
    .then((status) => {
      if (status !== 200) throw new Error(`status ${status}`);
    })
    .catch((fault) => {
      console.error(reason(fault));
      process.exitCode = 1;
    });
}
