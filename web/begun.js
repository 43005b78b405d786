// The data at the page's end: {files, styles}, and if somebody is signed in {screens, first}.

export const begun = JSON.parse(document.getElementById("given").textContent);

/** Where this page's paths begin: those of the look around with made-up data are below a folder. */
export const root = location.pathname.match(/^\/demo(?=\/|$)/)?.[0] ?? "";

/** A path of this page. */
export const own = (path) => path === "/" && root ? root : path.startsWith("/") && !`${path}/`.startsWith(`${root}/`) ? root + path : path;
