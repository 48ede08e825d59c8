// What the app asks of GTK beside Wails. Implemented in system_linux.c.
int memtray_display_opens(void);
int memtray_prefers_dark(void);
void memtray_enable_zoom(void);
void memtray_set_webview_folder(void);
