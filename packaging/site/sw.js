// SPDX-License-Identifier: Apache-2.0
// Keeps the playground, and every page that was visited, for use without a network. build.mjs fills in the two names.
const CACHE = `ptxcheck-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((keys) => keys.filter((key) => key.startsWith("ptxcheck-") && key !== CACHE));
  event.waitUntil(old.then((keys) => Promise.all(keys.map((key) => caches.delete(key)))).then(() => self.clients.claim()));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === self.location.origin) event.respondWith(answer(event.request));
});
