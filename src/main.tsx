document.title = "Chat";
