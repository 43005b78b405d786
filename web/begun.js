// The data at the page's end: {files, styles}, and if somebody is signed in {screens, first}.

export const begun = JSON.parse(document.getElementById("given").textContent);
