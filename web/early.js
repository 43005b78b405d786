// Before anything is drawn: light or dark, where this browser has chosen (theme.js).
document.documentElement.style.colorScheme = localStorage.theme ?? "";
