// What the page was given at its end: {files, styles}, and if somebody is signed in {screens, first}.

export const begun = JSON.parse(document.getElementById("given").textContent);
