/* Files under hostile use: what stands at the path, long names, modes, two writers, a full disk, a program that is killed while it
 * writes.
 *
 * usage: hostile_files    prints `N passed, M failed`
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int passed, failed;

static void judge(int line, int good, const char *claim) {
    if (good) {
        passed++;
    } else {
        failed++;
        fprintf(stderr, "line %d: %s\n", line, claim);
    }
}
#define SHOW(condition, claim) judge(__LINE__, (condition), (claim))
#define MUST(call) SHOW((call) == SWP_OK, #call)

/* A model of this many nodes: its text has some 100 bytes for each. */
static swp_model *nodes(int count, const char *prefix) {
    swp_model *model = NULL;
    MUST(swp_model_create(&model));
    for (int k = 0; k < count; k++) {
        char name[60];
        swp_node node;
        sprintf(name, "%s%d", prefix, k);
        MUST(swp_model_add_node(model, name, (double[3]){k, 0, 0}, NULL, &node));
    }
    return model;
}

/* How many files there are here, and how many of them have another name than `name`. */
static int others(const char *name) {
    int count = 0;
    DIR *here = opendir(".");
    for (struct dirent *e; (e = readdir(here));) count += strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && strcmp(e->d_name, name);
    closedir(here);
    return count;
}

static int refused(swp_model *model, const char *path, const char *word) {
    char text[1000] = "";
    swp_status status = swp_model_write(model, path);
    swp_model_error(model, text, sizeof text, NULL);
    return status == SWP_BAD_FILE && strstr(text, word) != NULL;
}

static void what_stands_there(void) {
    swp_model *model = nodes(2, "n");
    struct stat there;
    MUST(swp_model_write(model, "plain"));
    SHOW(!chmod("plain", 0640), "a mode is set");
    MUST(swp_model_write(model, "plain"));
    SHOW(!stat("plain", &there) && (there.st_mode & 07777) == 0640, "the mode is kept");
    SHOW(!symlink("plain", "link") && refused(model, "link", "link"), "a link is refused");
    SHOW(!lstat("link", &there) && S_ISLNK(there.st_mode), "it is there as before");
    SHOW(!mkfifo("pipe", 0600) && refused(model, "pipe", "pipe"), "a pipe is refused");
    SHOW(!lstat("pipe", &there) && S_ISFIFO(there.st_mode), "it is there as before");
    /* a device of this test's own, where the system lets it make one: a library that replaced it must not harm the machine */
    if (!mknod("device", S_IFCHR | 0600, makedev(1, 3))) {
        SHOW(refused(model, "device", "device"), "a device is refused");
        SHOW(!lstat("device", &there) && S_ISCHR(there.st_mode), "it is there as before");
        unlink("device");
    }
    SHOW(!mkdir("folder", 0700) && refused(model, "folder", "directory"), "a directory is refused");
    swp_model *empty = NULL;
    MUST(swp_model_create(&empty));
    alarm(10); /* a pipe must not be waited for */
    SHOW(swp_model_read(empty, "pipe") == SWP_BAD_FILE, "a pipe is not read");
    MUST(swp_model_read(empty, "link"));
    alarm(0);
    swp_model_free(empty);
    unlink("link"), unlink("pipe"), rmdir("folder");
    SHOW(others("plain") == 0, "nothing is left behind");
    unlink("plain");
    char name[256] = "";
    memset(name, 'x', 255);
    MUST(swp_model_write(model, name));
    MUST(swp_model_write(model, name));
    SHOW(others(name) == 0, "a name of 255 bytes is written");
    unlink(name);
    swp_model_free(model);
}

static void *write_often(void *model) {
    for (int k = 0; k < 200; k++)
        if (swp_model_write(model, "shared") != SWP_OK) return model;
    return NULL;
}

/* Four threads write one path, while it is read: always one of the two texts, whole. */
static void several_writers(void) {
    swp_model *models[2] = {nodes(50, "first"), nodes(300, "second")};
    pthread_t threads[4];
    int bad = 0;
    MUST(swp_model_write(models[0], "shared"));
    for (int k = 0; k < 4; k++) pthread_create(threads + k, NULL, write_often, models[k % 2]);
    for (int k = 0; k < 100; k++) {
        swp_model *read = NULL;
        size_t count = 0;
        MUST(swp_model_create(&read));
        bad += swp_model_read(read, "shared") != SWP_OK || swp_model_node_count(read, &count) != SWP_OK || (count != 50 && count != 300);
        swp_model_free(read);
    }
    for (int k = 0; k < 4; k++) {
        void *trouble = NULL;
        pthread_join(threads[k], &trouble);
        bad += trouble != NULL;
    }
    SHOW(bad == 0, "several writers do not disturb each other");
    SHOW(others("shared") == 0, "nothing is left behind");
    unlink("shared");
    swp_model_free(models[0]), swp_model_free(models[1]);
}

/* A limit on the size of files stands for a full disk. */
static void full_disk(void) {
    swp_model *small = nodes(5, "old"), *large = nodes(2000, "new");
    MUST(swp_model_write(small, "target"));
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, limit = {20000, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    limit.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    SHOW(refused(large, "target", "cannot be written"), "a full disk is a failure");
    SHOW(refused(large, "another", "cannot be written"), "for a new file too");
    setrlimit(RLIMIT_FSIZE, &before);
    swp_model *read = NULL;
    size_t count = 0;
    MUST(swp_model_create(&read));
    MUST(swp_model_read(read, "target"));
    MUST(swp_model_node_count(read, &count));
    SHOW(count == 5 && others("target") == 0, "the old file is there, and nothing else");
    unlink("target");
    swp_model_free(read), swp_model_free(small), swp_model_free(large);
}

/* A child writes one model after the other to one path and is killed at random moments; it says through a pipe when a write begins and
 * when it ends. */
static void killed(int kills) {
    int landed = 0, whole = 0, litter = 0, left = 0, pipes[2];
    swp_model *models[2] = {nodes(400, "first"), nodes(1500, "second")};
    MUST(swp_model_write(models[0], "target"));
    SHOW(!pipe(pipes), "a pipe");
    for (int k = 0; k < kills; k++) {
        pid_t child = fork();
        if (child == 0) {
            for (int n = 0;; n++) {
                char mark = 'b';
                if (write(pipes[1], &mark, 1) != 1 || swp_model_write(models[n % 2], "target") != SWP_OK) _exit(1);
                mark = 'e';
                if (write(pipes[1], &mark, 1) != 1) _exit(1);
            }
        }
        /* the first mark, then some time within the writes that follow */
        char mark = 0;
        if (read(pipes[0], &mark, 1) != 1) break;
        nanosleep(&(struct timespec){0, rand() % 6000000}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        fcntl(pipes[0], F_SETFL, O_NONBLOCK);
        for (char next; read(pipes[0], &next, 1) == 1;) mark = next;
        fcntl(pipes[0], F_SETFL, 0);
        landed += mark == 'b';
        swp_model *found = NULL;
        size_t count = 0;
        MUST(swp_model_create(&found));
        whole += swp_model_read(found, "target") == SWP_OK && swp_model_node_count(found, &count) == SWP_OK && (count == 400 || count == 1500);
        litter += others("target");
        /* what was left between the two last calls of a write is cleared away by the next one */
        if (others("target")) {
            MUST(swp_model_write(models[0], "target"));
            left += others("target");
        }
        swp_model_free(found);
    }
    printf("%d kills, %d inside a write; old or new file whole after %d; a second name was left %d times, and after the next write %d times\n",
           kills, landed, whole, litter, left);
    SHOW(landed > kills / 4, "kills land inside writes");
    SHOW(whole == kills, "the file is there, whole");
    SHOW(litter * 20 <= kills && left == 0, "no litter");
    unlink("target");
    swp_model_free(models[0]), swp_model_free(models[1]);
}

int main(int argc, char **argv) {
    char folder[] = "swp_files_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder)) return 2;
    what_stands_there();
    several_writers();
    full_disk();
    killed(argc > 1 ? atoi(argv[1]) : 200);
    if (chdir("..") || rmdir(folder)) failed++, fprintf(stderr, "files are left in %s\n", folder);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
