#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

#include "system_linux.h"

int memtray_display_opens(void) {
	return gtk_init_check(NULL, NULL);
}

int memtray_prefers_dark(void) {
	GtkSettings *settings = gtk_settings_get_default();
	gboolean dark = FALSE;
	gchar *name = NULL;
	if (settings == NULL) {
		return 0;
	}
	g_object_get(settings, "gtk-application-prefer-dark-theme", &dark, "gtk-theme-name", &name, NULL);
	if (name != NULL && (g_str_has_suffix(name, "-dark") || g_str_has_suffix(name, "-Dark"))) {
		dark = TRUE;
	}
	g_free(name);
	const gchar *forced = g_getenv("GTK_THEME");
	if (forced != NULL) {
		dark = g_str_has_suffix(forced, ":dark") || g_str_has_suffix(forced, "-dark");
	}
	return dark;
}

// WebKitGTK keeps what pages store in a folder named after the program below the
// user's data and cache folders: our own data folder, where it must not mix with
// the memories. The name is read once, when the first web view is made; Wails
// sets the real one right after.
void memtray_set_webview_folder(void) {
	g_set_prgname("memtray/webview");
}

// The steps of browsers.
static const double steps[] = {0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3};

// zoom moves one step up (1) or down (-1), or back to 1 (0).
static void zoom(WebKitWebView *view, int direction) {
	double now = webkit_web_view_get_zoom_level(view), next = direction == 0 ? 1 : now;
	int n = G_N_ELEMENTS(steps);
	if (direction > 0) {
		for (int i = n - 1; i >= 0 && steps[i] > now + 0.01; i--) next = steps[i];
	} else if (direction < 0) {
		for (int i = 0; i < n && steps[i] < now - 0.01; i++) next = steps[i];
	}
	webkit_web_view_set_zoom_level(view, next);
}

static gboolean pressed(GtkWidget *view, GdkEventKey *event, gpointer unused) {
	if ((event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK)) != GDK_CONTROL_MASK) {
		return FALSE;
	}
	switch (event->keyval) {
	case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add:
		zoom(WEBKIT_WEB_VIEW(view), 1);
		return TRUE;
	case GDK_KEY_minus: case GDK_KEY_KP_Subtract:
		zoom(WEBKIT_WEB_VIEW(view), -1);
		return TRUE;
	case GDK_KEY_0: case GDK_KEY_KP_0:
		zoom(WEBKIT_WEB_VIEW(view), 0);
		return TRUE;
	}
	return FALSE;
}

static gboolean scrolled(GtkWidget *view, GdkEventScroll *event, gpointer unused) {
	double dx, dy = 0;
	if (!(event->state & GDK_CONTROL_MASK)) {
		return FALSE;
	}
	if (event->direction == GDK_SCROLL_UP) {
		dy = -1;
	} else if (event->direction == GDK_SCROLL_DOWN) {
		dy = 1;
	} else if (event->direction == GDK_SCROLL_SMOOTH) {
		gdk_event_get_scroll_deltas((GdkEvent *)event, &dx, &dy);
	}
	if (dy != 0) {
		zoom(WEBKIT_WEB_VIEW(view), dy < 0 ? 1 : -1);
	}
	return TRUE;
}

// listen finds the web view below widget; Wails does not hand it out.
static void listen(GtkWidget *widget, gpointer unused) {
	if (WEBKIT_IS_WEB_VIEW(widget)) {
		g_signal_connect(widget, "key-press-event", G_CALLBACK(pressed), NULL);
		g_signal_connect(widget, "scroll-event", G_CALLBACK(scrolled), NULL);
	} else if (GTK_IS_CONTAINER(widget)) {
		gtk_container_forall(GTK_CONTAINER(widget), listen, NULL);
	}
}

static gboolean listen_all(gpointer unused) {
	GList *windows = gtk_window_list_toplevels();
	for (GList *w = windows; w != NULL; w = w->next) {
		listen(GTK_WIDGET(w->data), NULL);
	}
	g_list_free(windows);
	return G_SOURCE_REMOVE;
}

// GTK may be used on its own thread only.
void memtray_enable_zoom(void) {
	g_idle_add(listen_all, NULL);
}
