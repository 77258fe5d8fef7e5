/* A program that loads a plugin with Partita within, and unloads it before MPI ends. MPI must not call code that is gone,
 * and the plugin may be loaded again. */
#include <dlfcn.h>
#include <stdio.h>

#include <mpi.h>

typedef const char* (*Work)(void);

static const char* load_work_and_unload(const char* file) {
  void* plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!plugin) return dlerror();
  Work work = 0;
  *(void**)&work = dlsym(plugin, "exchange_and_free");
  const char* wrong = work ? work() : dlerror();
  if (wrong) return wrong;
  dlclose(plugin);
  plugin = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
  return plugin ? "skipped: the plugin cannot be unloaded" : 0;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  MPI_Init(&argc, &argv);
  const char* wrong = load_work_and_unload(argv[1]);
  if (!wrong) wrong = load_work_and_unload(argv[1]);
  if (wrong) fprintf(stderr, "%s\n", wrong);
  MPI_Finalize();
  return wrong != 0;
}
